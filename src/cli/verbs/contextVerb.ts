import type { Command } from '@commander-js/extra-typings';
import { LEAST_TOKENS } from '../../domain/startSettings.js';
import { contextNotes, MOST_TOKENS, projectContext } from '../../mcp/projectContext.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { shown, shownLine } from '../terminal/format.js';
import { isForPeople, printFound } from '../terminal/output.js';
import { boundHere, someProject } from '../terminal/project.js';
import { acting, verb } from '../terminal/verb.js';
import { workingCopyHere } from '../terminal/workingCopy.js';

export function contextVerb(program: Command): void {
  verb(program, 'context [project]', {
    description: 'show the context that an agent gets when it starts a session in a project',
    examples: ['context', 'context --tokens 680', 'context checkout --format md > context.md'],
  })
    .option(
      '--tokens <count>',
      `print text of at most this many tokens, ${LEAST_TOKENS} to ${MOST_TOKENS}`,
      Number,
    )
    .action(
      acting(async ({ vault, output }, named, { tokens }) => {
        const isText = isForPeople(output) || (tokens !== undefined && !output.isFormatGiven);
        if (tokens !== undefined) assertTokens(tokens, isText);
        const project = await someProject(named, { vault, output });
        const nothing = `nothing is saved in the project ${shownLine(project)}`;
        const workingCopy = await workingCopyHere(vault);
        // As JSON, the notes of that context.
        if (!isText) {
          const notes = await contextNotes(vault, project, await workingCopy.touched(project));
          return printFound(output, notes, [], nothing);
        }
        const wanted = {
          tokens: tokens ?? MOST_TOKENS,
          around: await boundHere(vault),
          workingCopy,
        };
        const told = await projectContext(vault, project, wanted);
        if (told === undefined) throw nothingFound(nothing);
        await output.write(`${shown(told.text)}\n`);
      }),
    );
}

function assertTokens(tokens: number, isText: boolean): void {
  if (!isText) throw misused('--tokens needs text: leave --format out, or use --format md');
  if (Number.isInteger(tokens) && tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS) return;
  throw misused(`--tokens must be a whole number from ${LEAST_TOKENS} to ${MOST_TOKENS}`);
}
