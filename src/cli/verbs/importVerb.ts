import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import type { ImportRun } from 'memory-vault-client';
import { ulids } from '../../domain/ids.js';
import type { Report } from '../../domain/importing/report.js';
import { FIELD_NAMES } from '../../domain/importing/tableFields.js';
import { WrongMap } from '../../import/columnMapping.js';
import { openSource, SOURCE_NAMES, TABLES } from '../../import/openSource.js';
import { importPass } from '../importing/importPass.js';
import { printPreview } from '../importing/importPreview.js';
import { printPassed, questionOf, shellWord } from '../importing/printPassed.js';
import { countedRecords } from '../importing/reportLines.js';
import { undoRun } from '../importing/undoRun.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shortId, shownLine } from '../terminal/format.js';
import { another, askYes, canAsk } from '../terminal/input.js';
import { isForPeople, printRows } from '../terminal/output.js';
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
    description: 'import the notes of another memory, or an export of a vault',
    examples: [
      'import engram ~/.engram/engram.db',
      'import notes CLAUDE.md --project shop',
      'import csv notes.csv --dry-run',
      'import ndjson notes.ndjson --map created_at=at,title=Summary,tags=',
      'import git . --dry-run',
      'import export.ndjson --yes',
      'import --list',
      'import --undo Z4A6C8E0',
    ],
  })
    .option('--dry-run', 'show what would be stored, and store nothing')
    .option('--yes', 'do not ask')
    .option(
      '--project <name>',
      'the project for notes that name none (notes, basic-memory, git: by default the project of the folder)',
    )
    .option(
      '--map <field=column>',
      'read this field of a note from this column (ndjson, csv); FIELD= leaves the field out',
      another,
    )
    .option('--report <file>', 'write a line of JSON about each row into this file')
    .option('--list', 'list what was imported')
    .option(
      '--undo <run>',
      'undo this import: its run as --list shows it, or the last 8 characters',
    )
    .addHelpText(
      'after',
      `\nSources: ${PEERS.join(', ')};\nwithout a source, PATH is an export of a vault. A second import of the same
file changes nothing.

ndjson and csv import the notes of any other program. The columns may have any
names: --dry-run shows the column of each field, and the first notes. To set
another column, use --map with one of the fields
${FIELD_NAMES.slice(0, 8).join(', ')},
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
    throw misused(
      `--map works with ${TABLES.join(' and ')} only: the columns of other sources are known`,
    );
  const { vault } = acts;
  const projectIn = (binds: boolean) =>
    projectOfImport({ name, path, project: options.project }, process.env, { vault, binds });
  const rehearsedFor = await projectIn(false);
  const typed = typedAgain([first, second], options);
  const isAsked = !options.dryRun && !options.yes;
  if (isAsked && !canAsk()) {
    throw misused(
      `there is no terminal to ask at: ${typed} --dry-run shows the changes, --yes makes them`,
    );
  }
  if (rehearsedFor !== options.project) {
    acts.output.note(
      `the notes go to the project ${shownLine(rehearsedFor ?? '')}; --project NAME sets another`,
    );
  }
  const run = ulids()(Date.now());
  const words = { typed, undo: 'memory-vault import --undo', nothing: nothingIn };
  const pass = async (dryRun: boolean) => {
    const project = dryRun ? rehearsedFor : await projectIn(true);
    const { map, report: reportFile } = options;
    const open = () => openSource(name, path, { project, map });
    try {
      return await importPass({ vault, open, project, run, dryRun, reportFile });
    } catch (error) {
      throw error instanceof WrongMap ? misused(wrongMap(error.problems)) : error;
    }
  };
  if (isAsked || options.dryRun) {
    const rehearsed = await pass(true);
    if (isForPeople(acts.output)) await printPreview(acts.output, rehearsed.report, rehearsedFor);
    await printPassed(acts.output, rehearsed, words);
    if (options.dryRun) return;
    const { stored, revised } = rehearsed.report;
    if (stored + revised === 0)
      return acts.output.note('nothing to do: the vault has all of it already');
    const parts = [
      ...(stored > 0 ? [`store ${stored}`] : []),
      ...(revised > 0 ? [`revise ${revised}`] : []),
    ];
    if (!(await askYes(acts.output, questionOf(parts))))
      return acts.output.note('nothing was imported');
  }
  await printPassed(acts.output, await pass(false), words);
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

/** The source and its path: one argument alone is an export of a vault. */
function sourceIn(first: string | undefined, second: string | undefined) {
  if (first === undefined)
    throw misused(`name what to import: one of ${PEERS.join(', ')}, or the file of an export`);
  if (second === undefined) {
    if (PEERS.includes(first))
      throw misused(`import ${first} needs a PATH: name its file or folder`);
    return { name: 'archive', path: existing(first) };
  }
  if (!SOURCE_NAMES.includes(first)) {
    throw misused(`there is no source ${first}: name one of ${SOURCE_NAMES.join(', ')}`);
  }
  return { name: first, path: existing(second) };
}

function existing(path: string): string {
  if (existsSync(path)) return path;
  throw nothingFound(`there is no file or folder ${shownLine(path)}`);
}

/** Prints the runs of imports, newest first. */
async function printImports({ vault, output }: Acting): Promise<void> {
  const { data } = await vault.GET('/api/v1/admin/imports', { params: { query: { limit: 1000 } } });
  if (data.imports.length === 0) throw nothingFound('there is no import yet');
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

function nothingIn({ source, read }: Report): string {
  if (read === 0) return `there is nothing to import in ${source}`;
  const isExport = source === 'archive' || source === 'markdown';
  const known = PEERS.filter((name) => !TABLES.includes(name)).join(', ');
  const next = `if it is not the export of a vault, name its source: ${known}, or ${TABLES.join(' or ')} for notes of any other program`;
  return `it has no notes to import${isExport ? `: ${next}` : ''}`;
}
