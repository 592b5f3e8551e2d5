import { expect, test } from 'vitest';
import { APPLICABLE, EXPECTED, judgeScenario } from '../../../lab/mcp/judgeScenario.js';

const failure = (errorMessage: string) => ({ status: 'FAILURE' as const, errorMessage });
const success = { status: 'SUCCESS' as const };
const result = (scenario: string, ...checks: Parameters<typeof judgeScenario>[1]) =>
  judgeScenario(scenario, checks)[0];

test('a scenario passes when something was checked and nothing failed', () => {
  expect(result('ping', success)).toBe('passed');
  expect(result('ping')).toBe('failed');
  expect(result('ping', success, failure('Method not found'))).toBe('failed');
  expect(result('a scenario of a later suite', failure('Method not found'))).toBe('failed');
});

test('a scenario that fails by design fails in the expected way, or the check fails', () => {
  const [message, reason] = EXPECTED['tools-call-image'] ?? [];
  expect(judgeScenario('tools-call-image', [failure(`Failed: ${message}`)])).toEqual([
    'differs',
    reason,
  ]);
  expect(result('tools-call-image', failure('the connection was refused'))).toBe('failed');
  expect(result('tools-call-image')).toBe('failed');
  expect(result('server-sse-polling', { status: 'WARNING' })).toBe('differs');
  expect(result('server-sse-polling', failure('the server ended'))).toBe('failed');
});

test('a scenario that does not fail any more is no longer expected to', () => {
  expect(result('tools-call-image', success)).toBe('failed');
  expect(result('server-sse-polling', success)).toBe('failed');
});

test('no scenario is expected to pass and to fail', () => {
  expect(APPLICABLE.filter((scenario) => scenario in EXPECTED)).toEqual([]);
});
