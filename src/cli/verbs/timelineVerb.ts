import type { Command } from '@commander-js/extra-typings';
import { shownLine } from '../terminal/format.js';
import { printFound } from '../terminal/output.js';
import { someProject } from '../terminal/project.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, OF_ONE_PROJECT } from './noteColumns.js';
import { newestNotes } from './noteWith.js';

export function timelineVerb(program: Command): void {
  verb(program, 'timeline [project]', {
    description: 'list the newest notes of a project, oldest first',
    examples: ['timeline', 'timeline checkout --limit 100 --format md'],
  })
    .option('--from <time>', 'only notes since this time, such as 2026-11-20T09:30:00Z')
    .option('--to <time>', 'only notes up to this time')
    .option('--limit <count>', 'at most this many notes, the newest, up to 100', Number, 30)
    .action(
      acting(async ({ vault, output }, named, { from, to, limit }) => {
        const project = await someProject(named, { vault, output });
        const query = { project, limit, from, to, content_limit: contentLimit(output) };
        const nothing = `nothing found in the project ${shownLine(project)}`;
        await printFound(output, await newestNotes(vault, query), OF_ONE_PROJECT, nothing);
      }),
    );
}
