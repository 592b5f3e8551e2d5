import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import {
  type ImportRun,
  type UndoneImport,
  type VaultClient,
  VaultError,
} from 'memory-vault-client';
import { ulids } from '../../domain/ids.js';
import { FIELD_NAMES, WrongMap } from '../../import/columnMapping.js';
import { SOURCE_NAMES, TABLES } from '../../import/openSource.js';
import { importPass, type Passed } from '../importing/importPass.js';
import { printPreview } from '../importing/importPreview.js';
import { countedRecords, reportLines } from '../importing/importReport.js';
import { EXIT, Failed, misused, nothingFound } from '../terminal/exit.js';
import { counted, minuteOf, shortId, shownLine } from '../terminal/format.js';
import { another, askYes, canAsk } from '../terminal/input.js';
import { isForPeople, type Output, printOne, printRows } from '../terminal/output.js';
import { projectOfImport } from '../terminal/project.js';
import { type Acting, acting, verb } from '../terminal/verb.js';

type ImportOptions = ReturnType<ReturnType<typeof withFlags>['opts']>;

const PEERS = SOURCE_NAMES.filter((name) => name !== 'archive');

export function importVerb(program: Command): void {
  withFlags(program).action(
    acting((acts, first, second, options) => runImport(acts, first, second, options)),
  );
}

function withFlags(program: Command) {
  return verb(program, 'import [source] [path]', {
    description: 'take in what another memory, or an export of a vault, holds',
    examples: [
      'import engram ~/.engram/engram.db',
      'import notes CLAUDE.md --project shop',
      'import csv notes.csv --dry-run',
      'import ndjson notes.ndjson --map created_at=at,title=Summary,tags=',
      'import export.ndjson --yes',
      'import --list',
      'import --undo Z4A6C8E0',
    ],
  })
    .option('--dry-run', 'say what would be taken in, and store nothing')
    .option('--yes', 'do not ask')
    .option(
      '--project <name>',
      'the project of notes that name none (notes, basic-memory: default is that of the folder)',
    )
    .option(
      '--map <field=column>',
      'the column that a field of a note is taken from (ndjson, csv); without a column, the field is left out',
      another,
    )
    .option('--report <file>', 'write a line of JSON about each row into this file')
    .option('--list', 'list what was imported')
    .option('--undo <run>', 'take back an import: its run, or the end of it')
    .addHelpText(
      'after',
      `\nSources: ${PEERS.join(', ')};\nwithout one, PATH is an export of a vault. Importing again changes nothing.

ndjson and csv are notes of any other program, whatever their columns are called:
--dry-run shows which of them are taken, and the first notes. --map takes others
for the fields ${FIELD_NAMES.slice(0, 8).join(', ')},
${FIELD_NAMES.slice(8).join(', ')}.`,
    );
}

async function runImport(
  acts: Acting,
  first: string | undefined,
  second: string | undefined,
  options: ImportOptions,
): Promise<void> {
  if (options.list) return printImports(acts);
  if (options.undo !== undefined) return undoRun(acts, options.undo, options.dryRun ?? false);
  const { name, path } = sourceIn(first, second);
  if (options.map !== undefined && !TABLES.includes(name))
    throw misused(`--map is for ${TABLES.join(' and ')}: the columns of other sources are known`);
  const project = projectOfImport({ name, path, project: options.project }, process.env);
  const typed = typedAgain([first, second], options);
  const isAsked = !options.dryRun && !options.yes;
  if (isAsked && !canAsk()) {
    throw misused(
      `nobody can be asked here: ${typed} --dry-run shows what it would do, --yes does it`,
    );
  }
  if (project !== options.project) {
    acts.output.note(
      `notes go to the project ${shownLine(project ?? '')}: --project names another`,
    );
  }
  const run = ulids()(Date.now());
  const pass = async (dryRun: boolean) => {
    const { vault } = acts;
    const { map, report: reportFile } = options;
    try {
      return await importPass({ vault, name, path, project, map, run, dryRun, reportFile });
    } catch (error) {
      throw error instanceof WrongMap ? misused(wrongMap(error.problems)) : error;
    }
  };
  if (isAsked || options.dryRun) {
    const rehearsed = await pass(true);
    if (isForPeople(acts.output)) await printPreview(acts.output, rehearsed.report, project);
    await print(acts.output, rehearsed, typed);
    if (options.dryRun) return;
    const { stored, revised } = rehearsed.report;
    if (stored + revised === 0) return acts.output.note('nothing to do: all of it is here already');
    if (!(await askYes(acts.output, questionOf(stored, revised))))
      return acts.output.note('nothing was imported');
  }
  await print(acts.output, await pass(false), typed);
}

/** The command without what says whether to ask. Without the project or the mapping, notes would become others. */
function typedAgain(
  given: readonly (string | undefined)[],
  { project, map = [] }: ImportOptions,
): string {
  const words = [
    ...given,
    ...(project === undefined ? [] : ['--project', project]),
    ...map.flatMap((text) => ['--map', text]),
  ];
  const quoted = words.flatMap((word) => (word === undefined ? [] : [shellWord(word)]));
  return ['memory-vault import', ...quoted].join(' ');
}

function wrongMap(problems: readonly string[]): string {
  const [first = ''] = problems;
  if (problems.length === 1) return `--map: ${first}`;
  return [`--map has ${problems.length} things to mend:`, ...problems].join('\n  ');
}

/** A word as a shell takes it. */
function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The source and its path: one argument alone is an export of a vault. */
function sourceIn(first: string | undefined, second: string | undefined) {
  if (first === undefined)
    throw misused(`import what? Name one of ${PEERS.join(', ')}, or an export`);
  if (second === undefined) {
    if (PEERS.includes(first)) throw misused(`import ${first} what? Name its file or folder`);
    return { name: 'archive', path: existing(first) };
  }
  if (!SOURCE_NAMES.includes(first)) {
    throw misused(`there is no source ${first}: it is one of ${SOURCE_NAMES.join(', ')}`);
  }
  return { name: first, path: existing(second) };
}

function existing(path: string): string {
  if (existsSync(path)) return path;
  throw nothingFound(`there is no file or folder ${shownLine(path)}`);
}

function questionOf(stored: number, revised: number): string {
  const what = [
    ...(stored > 0 ? [`store ${stored}`] : []),
    ...(revised > 0 ? [`revise ${revised}`] : []),
  ];
  return `${what.join(' and ')}?`.replace(/^./, (letter) => letter.toUpperCase());
}

/** Prints what became of a pass, and ends the verb as it ended. */
async function print(output: Output, passed: Passed, typed: string): Promise<void> {
  const { report, isInterrupted, failure } = passed;
  // Of a source that cannot be read, there is nothing to report. A vault that is gone may have taken in the first rows.
  if (failure !== undefined && report.read === 0 && !isUnreached(failure)) throw failure;
  await printOne(output, report, () => reportLines(report).join('\n'));
  const wrote = !report.dry_run && report.stored + report.revised > 0;
  if (isInterrupted || failure !== undefined) output.note(stoppedAt(passed, typed));
  if (wrote) output.note(`to undo it: memory-vault import --undo ${report.run}`);
  if (failure !== undefined) throw failure;
  if (isInterrupted) throw new Failed(EXIT.interrupted, 'interrupted');
  if (report.stored + report.revised + report.same > 0) return;
  throw nothingFound(nothingIn(report.source, report.read));
}

/** A source that cannot be read, and a vault that says no, do so the next time as well. */
function stoppedAt({ report, failure }: Passed, typed: string): string {
  const stopped = `stopped after ${counted(report.read, 'row')}`;
  const isOver = failure !== undefined && !isUnreached(failure);
  if (report.dry_run || isOver) return stopped;
  return `${stopped}: ${typed} goes on from there`;
}

const isUnreached = (failure: unknown) =>
  failure instanceof VaultError && (failure.status === undefined || failure.status >= 500);

function nothingIn(source: string, read: number): string {
  if (read === 0) return `there is nothing to import in ${source}`;
  const isExport = source === 'archive' || source === 'markdown';
  const known = PEERS.filter((name) => !TABLES.includes(name)).join(', ');
  const next = `if it is no export of a vault, name what it is of: ${known}, or ${TABLES.join(' or ')} for notes of any other program`;
  return `nothing of it can be imported${isExport ? `: ${next}` : ''}`;
}

/** Prints the runs of imports, newest first. */
async function printImports({ vault, output }: Acting): Promise<void> {
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  if (data.imports.length === 0) throw nothingFound('nothing was imported yet');
  await printRows<ImportRun>(output, data.imports, [
    { head: 'run', cell: ({ run }) => shortId(run) },
    { head: 'time', cell: ({ at }) => minuteOf(at), from: 60 },
    { head: 'source', cell: ({ source }) => source },
    { head: 'holds', cell: holds, isWide: true },
  ]);
}

/** Such as `120 notes, 1 session`. */
function holds({ undone_at, holds }: ImportRun): string {
  const held = countedRecords(holds).join(', ') || 'nothing';
  return undone_at === null ? held : `${held} (undone)`;
}

/** Undoes the import whose run is named, or whose run ends so. */
async function undoRun({ vault, output }: Acting, named: string, dryRun: boolean): Promise<void> {
  const run = await wholeRun(vault, named.toUpperCase());
  const params = { path: { run }, query: { dry_run: dryRun ? 'true' : undefined } } as const;
  const { data } = await vault.DELETE('/api/v1/admin/imports/{run}', { params });
  await printOne(output, data, () => undoneText(data));
  if (data.pending && isForPeople(output))
    output.note('some of the text is still in a file: it is wiped as soon as possible');
}

function undoneText({ forgotten, restored, left_total, left, dry_run }: UndoneImport): string {
  const would = dry_run ? 'would be ' : '';
  return [
    `${forgotten} ${would}forgotten`,
    `${restored} ${would}set back to what it was before the import`,
    `${left_total} kept as it is now`,
    ...left.map(({ record, id, reason }) => `  ${record} ${id}: ${shownLine(reason)}`),
  ].join('\n');
}

async function wholeRun(vault: VaultClient, named: string): Promise<string> {
  if (named.length === 26) return named;
  // Less could be that of another one tomorrow.
  if (named.length < 8) throw misused('name the run, or the last 8 characters of it');
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  const [found, another] = data.imports.filter(({ run }) => run.endsWith(named));
  if (another) throw misused(`several imports end with ${shownLine(named)}: name more of it`);
  if (!found)
    throw nothingFound(
      `there is no import ${shownLine(named)}: memory-vault import --list shows them`,
    );
  return found.run;
}
