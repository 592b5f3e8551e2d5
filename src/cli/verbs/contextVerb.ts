import type { Command } from '@commander-js/extra-typings';
import { MOST_TOKENS, projectContext } from '../../mcp/projectContext.js';
import { nothingFound } from '../terminal/exit.js';
import { shown, shownLine } from '../terminal/format.js';
import { isForPeople, printFound } from '../terminal/output.js';
import { someProject } from '../terminal/project.js';
import { acting, verb } from '../terminal/verb.js';
import { workingCopyHere } from '../terminal/workingCopy.js';

export function contextVerb(program: Command): void {
  verb(program, 'context [project]', {
    description: 'show where a project stands, as an agent gets it at its start',
    examples: ['context', 'context checkout --format md > context.md'],
  }).action(
    acting(async ({ vault, output }, named) => {
      const project = someProject(named, output);
      const nothing = `nothing is saved in the project ${shownLine(project)}`;
      // As JSON, the notes of that context.
      if (!isForPeople(output)) {
        const params = { path: { project }, query: { spread: 'true' } } as const;
        const { data } = await vault.GET('/api/v1/context/{project}', { params });
        return printFound(output, data, [], nothing);
      }
      const text = await projectContext(vault, project, MOST_TOKENS, workingCopyHere());
      if (text === undefined) throw nothingFound(nothing);
      await output.write(`${shown(text)}\n`);
    }),
  );
}
