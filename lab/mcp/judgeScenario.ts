import { z } from 'zod';
import type { CheckResult } from './checkResult.js';

const NOT_OURS = "asks for a tool, resource or prompt of the suite's own example server";
const DEPRECATED = 'the vault does not offer it: deprecated in protocol 2026-07-28';
const NO_SESSIONS = 'the vault keeps no sessions, so there is no stream to go on with';

/**
 * What fails by design, with a part of the message that it fails with, or an empty one where the suite only warns. A scenario that fails in another way, or does not fail
 * any more, is a failure of the check.
 */
export const EXPECTED: Readonly<Record<string, readonly [message: string, reason: string]>> = {
  'completion-complete': ['Method not found', 'the vault does not complete arguments'],
  'logging-set-level': ['Method not found', DEPRECATED],
  'tools-call-with-logging': ['Method not found', DEPRECATED],
  'resources-subscribe': ['Method not found', 'the vault does not announce changes of resources'],
  'resources-unsubscribe': ['Method not found', 'the vault does not announce changes of resources'],
  'server-sse-polling': ['', NO_SESSIONS],
  'server-sse-multiple-streams': ['', NO_SESSIONS],
  'json-schema-2020-12': ["'json_schema_2020_12_tool' not found", NOT_OURS],
  'tools-call-simple-text': ['there is no such tool', NOT_OURS],
  'tools-call-image': ['there is no such tool', NOT_OURS],
  'tools-call-audio': ['there is no such tool', NOT_OURS],
  'tools-call-embedded-resource': ['there is no such tool', NOT_OURS],
  'tools-call-mixed-content': ['there is no such tool', NOT_OURS],
  'tools-call-error': ['there is no such tool', NOT_OURS],
  'tools-call-with-progress': ['there is no such tool', NOT_OURS],
  'tools-call-sampling': ['there is no such tool', NOT_OURS],
  'tools-call-elicitation': ['there is no such tool', NOT_OURS],
  'elicitation-sep1034-defaults': ['there is no such tool', NOT_OURS],
  'elicitation-sep1330-enums': ['there is no such tool', NOT_OURS],
  'resources-read-text': ['Resource not found: test://', NOT_OURS],
  'resources-read-binary': ['Resource not found: test://', NOT_OURS],
  'resources-templates-read': ['Resource not found: test://', NOT_OURS],
  'prompts-get-with-args': ['there is no prompt test_', NOT_OURS],
  'prompts-get-embedded-resource': ['there is no prompt test_', NOT_OURS],
  'prompts-get-with-image': ['there is no prompt test_', NOT_OURS],
};

/** What passes. The suite has every other scenario in `EXPECTED`, or the check fails. */
export const APPLICABLE = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'prompts-get-simple',
  'dns-rebinding-protection',
];

/** What the suite writes of each check in a scenario. */
export const Checks = z.array(
  z.object({
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
  }),
);
export type Checks = z.infer<typeof Checks>;

/** The result of a scenario, and its detail in the report. */
export function judgeScenario(
  scenario: string,
  checks: Checks,
): readonly [CheckResult['result'], string] {
  const failures = checks.filter(({ status }) => status === 'FAILURE');
  const successes = checks.filter(({ status }) => status === 'SUCCESS');
  const messages = failures.map(({ errorMessage = '' }) => errorMessage).join('; ');
  const expected = EXPECTED[scenario];
  if (!expected) {
    const passed = failures.length === 0 && successes.length > 0;
    return passed ? ['passed', `${successes.length} checks`] : ['failed', messages];
  }
  const [message, reason] = expected;
  if (successes.length > 0)
    return ['failed', `does not fail any more: it was expected, as ${reason}`];
  const asExpected = message === '' ? failures.length === 0 : messages.includes(message);
  return asExpected ? ['differs', reason] : ['failed', messages];
}
