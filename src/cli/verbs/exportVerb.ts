import { createWriteStream, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Command, Option } from '@commander-js/extra-typings';
import { dataFiles } from '../../config/dataFiles.js';
import { readClientSettings } from '../../connect/clientSettings.js';
import { findService } from '../../connect/findService.js';
import { EVERYTHING } from '../../domain/caller.js';
import { replaceFile } from '../../files/writeFile.js';
import { streamReads } from '../../log/sqlite/logReader.js';
import { openLogReader } from '../../log/sqlite/migrate.js';
import { personLines } from '../../maintenance/personLines.js';
import { ownFilter } from '../../privacy/privacyFilter.js';
import { existingVault } from '../existingVault.js';
import { exportMarkdown } from '../export/exportMarkdown.js';
import { projectReport } from '../export/projectReport.js';
import { type Wanted, wantedArchive } from '../export/wantedArchive.js';
import { endAsExpected, misused } from '../terminal/exit.js';
import { shownLine } from '../terminal/format.js';
import { type Output, outputOf } from '../terminal/output.js';
import { command } from '../terminal/program.js';
import { withProgress } from '../terminal/progress.js';
import { type Acting, acting, type VerbOptions } from '../terminal/verb.js';

const EXPORT_FORMATS = ['ndjson', 'markdown', 'report'] as const;

/** What is to be exported, and where to. */
interface Export extends Wanted {
  readonly format: (typeof EXPORT_FORMATS)[number];
  readonly output: string;
}

export function exportVerb(program: Command): void {
  command(program, 'export', {
    description: 'export the vault as NDJSON or Markdown files, or a project as a report',
    examples: [
      'export > vault.ndjson',
      'export --project checkout --as-of 2026-11-20T09:30:00Z -o checkout.ndjson',
      'export --format markdown -o ~/vault-notes',
      'export --format report --project checkout -o checkout.md',
    ],
  })
    .addOption(
      new Option('--format <format>', 'default: ndjson, which import reads back').choices(
        EXPORT_FORMATS,
      ),
    )
    .option('-o, --output <path>', 'a file, or the folder of the Markdown files; default: print')
    .option('--project <name>', 'only what belongs to this project')
    .option('--team <name>', 'only what belongs to this team')
    .option('--as-of <moment>', 'the vault as it was at this time or log position')
    .option(
      '--person <email>',
      'everything that forget --person would erase; takes no other option',
    )
    .option('--no-start', 'do not start a service; use one that runs')
    .action(async ({ person, start, ...asked }, command) => {
      if (person !== undefined) return printPerson(person, asked);
      const wanted: Export = { format: 'ndjson', output: '-', ...asked };
      // Before a service is started for nothing.
      if (wanted.format === 'markdown' && wanted.output === '-')
        throw misused('Markdown files need a folder: add -o FOLDER');
      if (wanted.format === 'report' && wanted.project === undefined)
        throw misused('a report needs a project: add --project NAME');
      await needVault(process.env);
      const exporting = acting((reached, asked: Export, _: VerbOptions) =>
        exportVault(reached, asked),
      );
      return exporting(wanted, { start, color: false }, command);
    });
}

function printPerson(person: string, others: Partial<Export>): Promise<void> {
  if (Object.keys(others).length > 0) throw misused('--person goes with no other option');
  if (readClientSettings(process.env).url !== undefined)
    throw misused('--person reads the log: run it on the machine of the vault, without VAULT_URL');
  endAsExpected();
  return printOrWrite(exportPerson(person), '-', outputOf({}, process.env));
}

async function exportVault({ vault, output }: Acting, wanted: Export) {
  const { format, output: to, project } = wanted;
  if (format === 'markdown') return exportMarkdown(vault, wanted, to, output);
  if (format === 'report' && project !== undefined)
    return printOrWrite(projectReport(vault, { ...wanted, project }), to, output);
  const { lines } = await wantedArchive(vault, wanted);
  await printOrWrite(ended(to === '-' ? lines : withProgress(lines)), to, output);
}

async function* ended(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/**
 * Throws `no_vault` where a service would be started on a data directory without a vault: the export of a mistyped directory
 * would be empty and look like one that is whole.
 */
export async function needVault(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readClientSettings(env);
  if (settings.url === undefined && !(await findService(settings))) existingVault();
}

/**
 * All that `forget --person` would erase, from the log itself: over HTTP, this would be a recorded act that names the person
 * who is to be forgotten.
 */
export async function* exportPerson(person: string): AsyncGenerator<string> {
  const { dataDir, privatePatterns } = existingVault();
  const log = openLogReader(dataFiles({ dataDir }).log);
  try {
    // Whoever has the files has all that is in them.
    const reader = { filter: ownFilter(privatePatterns), sees: EVERYTHING };
    yield* personLines(streamReads(log), person, reader);
  } finally {
    log.db.close();
  }
}

/** Texts are written so many characters at a time: a write for each line would take longer than the lines do. */
const PART = 64 * 1024;

/**
 * Prints texts, for a file `-`, or writes them to a file, which has its name only once it is whole. Throws `Failed` (usage) for
 * a directory.
 */
export async function printOrWrite(
  texts: AsyncIterable<string>,
  file: string,
  output: Output,
): Promise<void> {
  const parts = inParts(texts);
  if (file === '-') {
    for await (const part of parts) await output.write(part);
    return;
  }
  const there = statSync(file, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw misused(`${shownLine(file)} is a directory: name a file in it`);
  // A pipe or a device is written to. A file in its place would be for nobody, or keep the system from working.
  if (there && !there.isFile()) return pipeline(parts, createWriteStream(file));
  // Where the file is a link, what it leads to is replaced.
  const own = there ? realpathSync(file) : file;
  const part = join(dirname(own), `.${basename(own)}.part`);
  await replaceFile(own, part, () =>
    pipeline(parts, createWriteStream(part, { mode: 0o600, flush: true })),
  );
}

async function* inParts(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let part = '';
  for await (const text of texts) {
    part += text;
    if (part.length < PART) continue;
    yield part;
    part = '';
  }
  if (part !== '') yield part;
}
