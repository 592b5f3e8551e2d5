import { Command } from 'commander';
import { client } from '../tools/client.js';
import { loadSentence } from '../tools/notes/loadNotes.js';
import { readNotes } from '../tools/notes/readNotes.js';
import { progressBar } from '../tools/progressBar.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import { checkVault } from './load/checkVault.js';
import { comparisonTable } from './load/comparisonTable.js';
import { loadFile } from './load/loadFile.js';
import { prove } from './load/prove.js';
import { filterSentence } from './load/rehearse.js';

interface Options {
  readonly url: string;
  readonly adminKey?: string;
  readonly prove?: boolean;
}

export const program = new Command()
  .description('Load notes into a running vault and check that it holds all of them.')
  .argument('<file>', 'NDJSON file of notes, one JSON object per line')
  .option('--url <url>', 'URL of the vault', 'http://127.0.0.1:7437')
  .option(
    '--admin-key <key>',
    'admin key; with it, the notes keep their times (default: VAULT_ADMIN_KEY)',
  )
  .option('--prove', 'start a new vault, load, and check again after a restart and a rebuild')
  .action((file: string, options: Options) =>
    untilInterrupted((signal) => (options.prove ? proveFile : load)(file, options, signal)),
  );

async function load(file: string, { url, adminKey }: Options, signal: AbortSignal): Promise<void> {
  const notes = readNotes(file);
  const vault = client({
    url,
    // An empty variable counts as not set.
    adminKey: adminKey ?? (process.env.VAULT_ADMIN_KEY || undefined),
    signal,
    onWait: (seconds) =>
      console.error(
        `load: the vault limits requests, waiting ${seconds} s; start it with VAULT_RATE_LIMIT=0 to load faster`,
      ),
  });
  const { loaded, rehearsal, known, expectation } = await loadFile(vault, notes, progressBar);
  console.log(loadSentence(loaded));
  console.log(filterSentence(rehearsal));
  if (!vault.keepsTimes) console.log('Without the admin key, all notes get the time of today.');
  if (known.length > 0) {
    console.log(`The vault already held ${known.join(', ')}, so nothing was compared.`);
    return;
  }
  const rows = await checkVault(vault, expectation);
  console.log(comparisonTable(rows));
  if (rows.some(({ differences }) => differences.length > 0)) process.exitCode = 1;
}

async function proveFile(file: string, _options: Options, signal: AbortSignal): Promise<void> {
  const say = (line: string) => console.log(line);
  const problems = await prove(readNotes(file), { say, signal, progress: progressBar });
  if (problems.length === 0) return console.log('proved');
  throw new Error(`not proved:\n${problems.join('\n')}`);
}
