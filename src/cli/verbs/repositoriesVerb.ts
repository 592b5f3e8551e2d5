import type { Command } from '@commander-js/extra-typings';
import type { BoundRepository } from 'memory-vault-client';
import { misused } from '../terminal/exit.js';
import { minuteOf, shownLine } from '../terminal/format.js';
import { type Column, printDone, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';

export function repositoriesVerb(program: Command): void {
  verb(program, 'repositories [repo] [name]', {
    description: 'list which repository is which project, or set it for one',
    examples: ['repositories', 'repositories github.com/acme/backend api'],
  })
    .option('--team <name>', 'set it for this team only')
    .action(
      acting(async ({ vault, output }, repository, project, { team }) => {
        if (repository === undefined) {
          const { data } = await vault.GET('/api/v1/repositories');
          const nothing = 'no repository is known yet: the first note of one makes it known';
          return printFound(output, data, COLUMNS, nothing);
        }
        if (project === undefined)
          throw misused('which project is it? Name it after the repository');
        const body = { repository, project, team };
        const { data } = await vault.PUT('/api/v1/repositories', { body });
        const line = `${shownLine(repository)} is the project ${shownLine(project)} from now on; notes stay where they are`;
        await printDone(output, line, data);
      }),
    );
}

const COLUMNS: readonly Column<BoundRepository>[] = [
  { head: 'repository', cell: ({ repository }) => repository, isWide: true },
  { head: 'project', cell: ({ project }) => project, isWide: true },
  { head: 'team', cell: ({ team }) => team, isRare: true },
  { head: 'since', cell: ({ bound_at }) => minuteOf(bound_at), from: 60 },
];
