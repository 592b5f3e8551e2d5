import { z } from 'zod';
import { LEAST_TOKENS } from '../../domain/startSettings.js';
import { estimateTokens } from '../../domain/tokens.js';
import { fenced } from '../../domain/untrustedText.js';
import { MOST_TOKENS, projectContext } from '../projectContext.js';
import { oneProjectOf } from '../projectOf.js';
import { shortened } from '../text/cut.js';
import { READS, tool } from '../tool.js';

const nameLine = (project: string) =>
  `Project: ${shortened(project, { longest: 200, tokens: 60 })}\n`;

export const contextTool = tool({
  name: 'memory_context',
  description:
    'Where the project stands: summary of the last session, conventions, notes that matter. Call it at the start or ' +
    'after a compaction, unless it was given to you.',
  input: z.object({
    project: z.string().optional(),
    max_tokens: z.int().min(LEAST_TOKENS).max(MOST_TOKENS).default(1200),
  }),
  annotations: READS,
  async answer({ project, max_tokens }, surroundings) {
    const { name, said, isNamed } = oneProjectOf(surroundings, project);
    const { vault, workingCopy, project: around } = surroundings;
    const answerOf = (recalled: string) => ({
      project: said,
      recalled: fenced(isNamed ? recalled : `${nameLine(name)}${recalled}`),
    });
    const tokens = max_tokens - estimateTokens(JSON.stringify(answerOf('')));
    const told = await projectContext(vault, name, { tokens, around, workingCopy });
    surroundings.giving?.(told?.given ?? []);
    if (told !== undefined) return answerOf(told.text);
    const hint = 'nothing is saved yet; memory_search with project * looks everywhere';
    return { project: said, hint };
  },
});
