import { randomUUID } from 'node:crypto';
import type { ChosenProject } from '../../src/connect/chosenProject.js';
import { sessionText, tokensToRecall } from '../../src/hook/sessionStart.js';
import { call, type Surroundings } from '../../src/mcp/tool.js';
import { contextTool } from '../../src/mcp/tools/context.js';

/** All that a hook tells the model of Claude Code at the start of a session. */
export async function startText(
  surroundings: Surroundings & { readonly project: ChosenProject },
): Promise<string> {
  const agent = 'claude-code';
  const max_tokens = tokensToRecall(agent);
  const { recalled } = await call(contextTool, { max_tokens }, surroundings);
  const { project } = surroundings;
  const start = { agent, project, sessionRef: randomUUID(), source: 'startup' } as const;
  return sessionText({
    ...start,
    recalled: recalled === undefined ? recalled : { text: recalled },
  });
}
