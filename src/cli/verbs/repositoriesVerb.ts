import type { Command } from '@commander-js/extra-typings';
import type { BoundRepository } from 'memory-vault-client';
import { misused } from '../terminal/exit.js';
import { minuteOf, shownLine } from '../terminal/format.js';
import { type Column, printDone, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';

export function repositoriesVerb(program: Command): void {
  verb(program, 'repositories [repo] [name]', {
    description: 'list the project of each repository, or set the project of one',
    examples: ['repositories', 'repositories github.com/acme/backend api'],
  })
    .option('--team <name>', 'set it for this team only')
    .action(
      acting(async ({ vault, output }, repository, project, { team }) => {
        if (repository === undefined) {
          const { data } = await vault.GET('/api/v1/repositories');
          const nothing =
            'no repository is known yet: the first note saved in a repository with a Git remote adds it';
          return printFound(output, data, COLUMNS, nothing);
        }
        if (project === undefined)
          throw misused(
            'name the project after the repository: memory-vault repositories REPO NAME',
          );
        const body = { repository, project, team };
        const { data } = await vault.PUT('/api/v1/repositories', { body });
        const line = `${shownLine(repository)} is the project ${shownLine(project)} from now on; its earlier notes stay in their project`;
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
