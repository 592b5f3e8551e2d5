import type { Command } from '@commander-js/extra-typings';
import type { Stats } from 'memory-vault-client';
import { type Column, isForPeople, printOne, printRows } from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';

export function statsVerb(program: Command): void {
  verb(program, 'stats', {
    description: 'show counts: notes, projects, sessions, prompts, redactions and events',
    examples: ['stats', 'stats --format json | jq .by_type'],
  }).action(
    acting(async ({ vault, output }) => {
      const { data } = await vault.GET('/api/v1/stats');
      if (!isForPeople(output)) return printOne(output, data, () => '');
      await printRows(output, rowsOf(data), COLUMNS);
      if (data.observations_total === 0)
        output.note('the vault is empty: memory-vault save "…" saves the first note');
    }),
  );
}

interface Row {
  readonly what: string;
  /** A type, a project or a kind; '' for all of them. */
  readonly which: string;
  readonly count: number;
}

/** What is counted is said once, before the first of its rows. */
const COLUMNS: readonly Column<Row>[] = [
  { head: 'what', cell: ({ what, which }) => (which === '' ? what : '') },
  { head: 'which', cell: ({ which }) => which, isWide: true },
  { head: 'count', cell: ({ count }) => count },
];

/** Projects that a table names. */
const MOST_PROJECTS = 10;

function rowsOf(stats: Stats): Row[] {
  const { by_type, by_project, projects_total, redactions, daily_activity: days, log } = stats;
  const projects = byCount(by_project);
  const others = sum(projects.slice(MOST_PROJECTS).map(([, count]) => count));
  const row = (what: string, count: number, which = '') => ({ what, which, count });
  return [
    row('notes', stats.observations_total),
    ...byCount(by_type).map(([type, count]) => row('notes', count, type)),
    row('notes', stats.never_given_total, 'never given to an agent'),
    row('notes', stats.often_wrong_total, 'often wrong'),
    row('projects', projects_total),
    ...projects.slice(0, MOST_PROJECTS).map(([name, count]) => row('projects', count, name)),
    ...(others > 0 ? [row('projects', others, 'other projects')] : []),
    row('last 7 days', sum(days.slice(-7).map(({ count }) => count))),
    row('last 30 days', sum(days.map(({ count }) => count))),
    row('sessions', stats.sessions_total),
    row('sessions', stats.sessions_active, 'active'),
    row('prompts', stats.prompts_total),
    row('duplicates', stats.saves.deduplicated),
    row('redactions', stats.redactions_total),
    ...byCount(redactions).map(([kind, count]) => row('redactions', count, kind)),
    row('events', log.events),
  ];
}

const byCount = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).sort(([, one], [, other]) => other - one);

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
