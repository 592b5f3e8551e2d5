import { type Command, Option } from '@commander-js/extra-typings';
import type { Observation, Session, VaultClient } from 'memory-vault-client';
import { nothingFound } from '../terminal/exit.js';
import { counted, dotted, minuteOf, shortId, shown, shownLine } from '../terminal/format.js';
import {
  type Column,
  isForPeople,
  type Output,
  printFound,
  printOne,
  printRows,
} from '../terminal/output.js';
import { acting, verb } from '../terminal/verb.js';
import { contentLimit, OF_ONE_PROJECT } from './noteColumns.js';

const STATES = ['active', 'abandoned', 'ended'] as const;

export function sessionsVerb(program: Command): void {
  verb(program, 'sessions [id]', {
    description:
      'list the work sessions with a goal, a summary or a note, newest first; or show one session',
    examples: [
      'sessions --state active',
      'sessions --project checkout --limit 5',
      'sessions 80ZGCS1A',
    ],
  })
    .option('--project <name>', 'only sessions of this project')
    .addOption(new Option('--state <state>', 'only sessions in this state').choices(STATES))
    .option('--limit <count>', 'at most this many sessions', Number, 20)
    .action(
      acting(async ({ vault, output }, id, { project, state, limit }) => {
        if (id !== undefined) return one(vault, output, id);
        const query = { limit, filled: 'true', project, state } as const;
        const { data } = await vault.GET('/api/v1/sessions/all', { params: { query } });
        const nothing =
          project === undefined && state === undefined
            ? 'no session has a goal, a summary or a note yet. Agents start sessions: memory-vault setup connects yours'
            : 'there is no such session: memory-vault sessions lists all';
        await printFound(output, data, COLUMNS, nothing);
      }),
    );
}

const COLUMNS: readonly Column<Session>[] = [
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'started', cell: ({ started_at }) => minuteOf(started_at), from: 60 },
  { head: 'state', cell: ({ state }) => state, from: 50 },
  { head: 'project', cell: ({ project }) => project, from: 70 },
  { head: 'notes', cell: ({ observations_total }) => observations_total },
  { head: 'goal', cell: ({ goal, summary }) => goal ?? summary ?? '', isWide: true },
  { head: 'agent', cell: ({ agent }) => agent, from: 120 },
];

/** As JSON, the session with its `notes`. */
async function one(vault: VaultClient, output: Output, id: string): Promise<void> {
  const session = await sessionWith(vault, id);
  const query = { session_id: session.id, limit: 100, content_limit: contentLimit(output) };
  const notes: Observation[] = [];
  for await (const note of vault.observations(query)) notes.push(note);
  notes.reverse();
  await printOne(output, { ...session, notes }, () => textOf(session, output));
  if (!isForPeople(output) || notes.length === 0) return;
  await output.write('\n');
  await printRows(output, notes, OF_ONE_PROJECT);
}

/** The session whose id ends so. The API has no question for one session, but lists all of them in pages. */
export async function sessionWith(vault: VaultClient, id: string): Promise<Session> {
  const end = id.toUpperCase();
  const isEnd = /^[0-9A-Z]{8,26}$/.test(end);
  if (isEnd)
    for await (const session of vault.sessions()) if (session.id.endsWith(end)) return session;
  throw nothingFound(`there is no session ${shownLine(id)}: memory-vault sessions lists all`);
}

function textOf(session: Session, { colours }: Output): string {
  const { id, project, state, agent, goal, summary, started_at, ended_at } = session;
  const start = minuteOf(started_at);
  const about = [
    shortId(id),
    state,
    ended_at === null ? start : `${start} to ${minuteOf(ended_at)}`,
    `in ${project}`,
    agent && `by ${agent}`,
  ];
  const { observations_total: total } = session;
  return [
    colours.bold(`# ${shownLine(goal ?? 'A session without a goal')}`),
    colours.dim(shownLine(dotted(about))),
    ...(summary === null ? [] : [shown(summary).trimEnd()]),
    total === 0 ? 'No note was saved in it.' : `${counted(total, 'note')}, oldest first:`,
  ].join('\n\n');
}
