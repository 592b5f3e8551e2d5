import type { Command } from '@commander-js/extra-typings';
import type { Project } from 'memory-vault-client';
import { minuteOf } from '../terminal/format.js';
import { type Column, printFound } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';

export function projectsVerb(program: Command): void {
  verb(program, 'projects', {
    description: 'list all projects, latest activity first',
    examples: ['projects', "projects --format json | jq '.[].project'"],
  }).action(
    acting(async ({ vault, output }) => {
      const { data } = await vault.GET('/api/v1/projects', {
        params: { query: { filled: 'true' } },
      });
      const nothing = 'there is no project yet: memory-vault save "…" begins one in this folder';
      await printFound(output, data, COLUMNS, nothing);
    }),
  );
}

const COLUMNS: readonly Column<Project>[] = [
  { head: 'project', cell: ({ project }) => project, isWide: true },
  { head: 'notes', cell: ({ observations_total }) => observations_total },
  { head: 'proposed', cell: ({ proposed_total }) => proposed_total, isRare: true },
  { head: 'sessions', cell: ({ sessions_total }) => sessions_total, from: 50 },
  { head: 'active', cell: ({ sessions_active }) => sessions_active || '', from: 70 },
  { head: 'last activity', cell: ({ last_activity_at }) => minuteOf(last_activity_at), from: 60 },
];
