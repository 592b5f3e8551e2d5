import { homedir } from 'node:os';
import { type Command, Option } from '@commander-js/extra-typings';
import { findTranscripts } from '../../backfill/findTranscripts.js';
import { TRANSCRIPT_AGENTS } from '../../backfill/transcript.js';
import { ulids } from '../../domain/ids.js';
import type { Report } from '../../domain/importing/report.js';
import { peerTime } from '../../import/peerRows.js';
import { openAll, otherSources } from '../importing/backfillSources.js';
import { FOUND_COLUMNS, foundRow, rehearsal, type Stored } from '../importing/backfillView.js';
import { importPass } from '../importing/importPass.js';
import { printPassed, questionOf, shellWord } from '../importing/printPassed.js';
import { undoRun } from '../importing/undoRun.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { counted, shownLine } from '../terminal/format.js';
import { askYes, canAsk } from '../terminal/input.js';
import { isForPeople, printRows } from '../terminal/output.js';
import { drawnLine } from '../terminal/progress.js';
import { namedHere } from '../terminal/project.js';
import { type Acting, acting, verb } from '../terminal/verb.js';

type BackfillOptions = ReturnType<ReturnType<typeof withFlags>['opts']>;

export function backfillVerb(program: Command): void {
  withFlags(program).action(acting((acts, options) => runBackfill(acts, options)));
}

function withFlags(program: Command) {
  return verb(program, 'backfill', {
    description: 'propose notes from the earlier sessions of your agents',
    examples: [
      'backfill --dry-run',
      'backfill --project shop --since 2026-09-01',
      'backfill --agent codex --yes',
      'backfill --undo Z4A6C8E0',
    ],
  })
    .option('--dry-run', 'show what would be stored, and store nothing')
    .option('--yes', 'do not ask')
    .option('--project <name>', 'only conversations of this project')
    .addOption(
      new Option('--agent <name>', 'only conversations of this agent').choices(TRANSCRIPT_AGENTS),
    )
    .option(
      '--since <date>',
      'only sessions that were active since this day (UTC), such as 2026-09-01',
    )
    .option('--report <file>', 'write a line of JSON about each row into this file')
    .option('--undo <run>', 'undo this backfill: its run, or the last 8 characters')
    .addHelpText(
      'after',
      `
The command reads the transcripts that agents keep in your home directory. It
uses rules and no model. It records each session with its first prompt and its
last answer, and proposes notes of fixes, decisions and lessons. Agents get a
proposed note only after you accept it (memory-vault inbox). A second run adds
only new sessions and notes.`,
    );
}

async function runBackfill(acts: Acting, options: BackfillOptions): Promise<void> {
  if (options.undo !== undefined) return undoRun(acts, options.undo, options.dryRun ?? false);
  const { output, vault } = acts;
  const since = sinceOf(options.since);
  const typed = typedAgain(options);
  const isAsked = !options.dryRun && !options.yes;
  if (isAsked && !canAsk()) {
    throw misused(
      `there is no terminal to ask at: ${typed} --dry-run shows the changes, --yes makes them`,
    );
  }
  const home = process.env.HOME || homedir();
  const found = findTranscripts(process.env, home).filter(
    ({ agent }) => options.agent === undefined || options.agent === agent,
  );
  const project = options.project && (await namedHere(options.project, vault));
  const others = options.agent === undefined ? await otherSources(vault, project, home) : [];
  const rows = [...found.map((one) => foundRow(one, home)), ...others.map(({ row }) => row)];
  if (rows.length === 0) throw nothingFound(NOTHING_HERE);
  if (isForPeople(output)) {
    await printRows(output, rows, FOUND_COLUMNS);
    await output.write('\n');
  }
  const run = ulids()(Date.now());
  const pass = async (dryRun: boolean) => {
    const seen = rehearsal();
    const line = drawnLine();
    const open = () => openAll(acts, { found, others, home, since, project, dryRun, line });
    try {
      const passed = await importPass({
        vault,
        open,
        project: undefined,
        run,
        dryRun,
        reportFile: options.report,
        onRow: (row, outcome) => void (outcome === 'stored' && seen.add(row)),
      });
      return { passed, seen };
    } finally {
      line.end();
    }
  };
  const words = { typed, undo: 'memory-vault backfill --undo', nothing: nothingIn };
  if (isAsked || options.dryRun) {
    const { passed, seen } = await pass(true);
    const more = { members: { found: rows, ...seen.members() }, lines: seen.lines() };
    await printPassed(output, passed, { ...words, more });
    if (options.dryRun) return;
    const { stored, revised } = passed.report;
    if (stored + revised === 0)
      return output.note('nothing to do: the vault has all of it already');
    if (!(await askYes(output, questionOf(partsOf(seen.stored(), revised)))))
      return output.note('nothing was stored');
  }
  const { passed, seen } = await pass(false);
  await printPassed(output, passed, { ...words, more: { members: { found: rows }, lines: [] } });
  if (seen.stored().notes > 0) output.note('to see the proposed notes, type memory-vault inbox');
}

const NOTHING_HERE =
  'there is no transcript of a known agent here: Claude Code, Codex, Gemini CLI, OpenCode';

const nothingIn = ({ read }: Report): string =>
  read === 0 ? 'no session matches these options' : 'there is nothing to store';

/** Milliseconds since 1970 of what was typed as a date. Throws `Failed` (usage) for anything else. */
function sinceOf(date: string | undefined): number | undefined {
  if (date === undefined) return undefined;
  // Digits alone are a time in seconds to programs, and a year to a person.
  const ms = /^\d+$/.test(date.trim()) ? undefined : peerTime(date);
  if (ms === undefined)
    throw misused(
      `--since must be a day such as 2026-09-01, or an RFC 3339 time, and is ${shownLine(date)}`,
    );
  return ms;
}

/** The command without what says whether to ask. */
function typedAgain({ project, agent, since }: BackfillOptions): string {
  const flags = Object.entries({ project, agent, since }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, shellWord(value)],
  );
  return ['memory-vault backfill', ...flags].join(' ');
}

/** Such as `record 12 sessions` and `propose 40 notes`. */
const partsOf = ({ sessions, notes }: Stored, revised: number): readonly string[] => [
  ...(sessions > 0 ? [`record ${counted(sessions, 'session')}`] : []),
  ...(notes > 0 ? [`propose ${counted(notes, 'note')}`] : []),
  ...(revised > 0 ? [`revise ${counted(revised, 'note')}`] : []),
];
