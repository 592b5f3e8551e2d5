import { client } from '../../tools/client.js';
import { loadSentence } from '../../tools/notes/loadNotes.js';
import type { Note } from '../../tools/notes/readNotes.js';
import type { ProgressBar } from '../../tools/progressBar.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { runCommand } from '../../tools/server/serverProcess.js';
import { checkVault } from './checkVault.js';
import { comparisonTable, verdict } from './comparisonTable.js';
import { loadFile } from './loadFile.js';
import { filterSentence } from './rehearse.js';

export interface ProofOptions {
  readonly say: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: (total: number) => ProgressBar;
}

/**
 * Proves on a new vault that nothing is lost: loads the notes and compares the service's answers with the file, again
 * after a restart, and again after the read models were built from scratch; the digest of the read models must stay the
 * same. Returns one line for each difference. Throws when a step fails.
 */
export async function prove(
  notes: readonly Note[],
  { say, signal, progress }: ProofOptions,
): Promise<readonly string[]> {
  const step = steps(say);
  const problems: string[] = [];
  return inTemporaryVault(async ({ options, start }) => {
    const { adminKey } = options;
    const connect = (url: string) => client({ url, adminKey, signal });
    const digest = () => step('digest', () => runCommand('digest', options), same);

    let server = await step('start', start, ({ url }) => url);
    const { expectation, rehearsal, loaded } = await step(
      'load',
      () => loadFile(connect(server.url), notes, progress),
      ({ loaded }) => loadSentence(loaded),
    );
    say(filterSentence(rehearsal));
    const check = async (shown: typeof comparisonTable) => {
      const rows = await step('check', () => checkVault(connect(server.url), expectation));
      say(shown(rows));
      problems.push(...rows.flatMap((row) => row.differences));
    };
    const sameDigest = async () => {
      const now = await digest();
      if (now !== before) problems.push(`the digest was ${before} and is now ${now}`);
      say(now === before ? 'the same digest' : 'A DIFFERENT DIGEST');
    };

    await check(comparisonTable);
    const before = await digest();
    if (loaded.stored !== expectation.notes.length) problems.push('the load stored another number');

    await step('stop with SIGTERM', server.stop);
    server = await step('start again', start, ({ url }) => url);
    await check(verdict);
    await sameDigest();

    await step('stop with SIGTERM', server.stop);
    const rebuilt = await step('rebuild', () => runCommand('rebuild', options), oneLine);
    if (!rebuilt.endsWith('\nthe same')) problems.push('rebuild found another digest');
    server = await step('start again', start, ({ url }) => url);
    await check(verdict);
    await sameDigest();
    await step('stop with SIGTERM', server.stop);
    return problems;
  }, signal);
}

const same = (text: string) => text;
const oneLine = (text: string) => text.replaceAll('\n', ', ');

/** Runs a step and reports its name, duration and result. */
function steps(say: (line: string) => void) {
  return async <T>(name: string, work: () => Promise<T>, summary?: (result: T) => string) => {
    const start = performance.now();
    const result = await work();
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    say(`${name.padEnd(18)} ${seconds.padStart(7)} s  ${summary?.(result) ?? ''}`.trimEnd());
    return result;
  };
}
