import type { Command } from '@commander-js/extra-typings';
import { LEAST_TOKENS, MOST_TOKENS, projectContext } from '../../mcp/projectContext.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { shown, shownLine } from '../terminal/format.js';
import { isForPeople, printFound } from '../terminal/output.js';
import { chosenHere, someProject } from '../terminal/project.js';
import { acting, verb } from '../terminal/verb.js';
import { workingCopyHere } from '../terminal/workingCopy.js';

export function contextVerb(program: Command): void {
  verb(program, 'context [project]', {
    description: 'show where a project stands, in the order in which an agent gets it at its start',
    examples: ['context', 'context --tokens 850', 'context checkout --format md > context.md'],
  })
    .option(
      '--tokens <count>',
      `in at most so many tokens, ${LEAST_TOKENS} to ${MOST_TOKENS}`,
      Number,
      MOST_TOKENS,
    )
    .action(
      acting(async ({ vault, output }, named, { tokens }) => {
        if (!(tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS))
          throw misused(`--tokens must be ${LEAST_TOKENS} to ${MOST_TOKENS}`);
        const project = someProject(named, output);
        const nothing = `nothing is saved in the project ${shownLine(project)}`;
        // As JSON, the notes of that context.
        if (!isForPeople(output)) {
          const params = { path: { project }, query: { spread: 'true' } } as const;
          const { data } = await vault.GET('/api/v1/context/{project}', { params });
          return printFound(output, data, [], nothing);
        }
        const text = await projectContext(vault, project, {
          maxTokens: tokens,
          around: chosenHere(),
          workingCopy: workingCopyHere(),
        });
        if (text === undefined) throw nothingFound(nothing);
        await output.write(`${shown(text)}\n`);
      }),
    );
}
