import { randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { startVitest } from 'vitest/node';
import { type Checked, check } from './test/checks.js';
import { filesOf, type Part, parsePart, restOf } from './test/parts.js';
import { minutes, Progress } from './test/progress.js';
import { temporaryFolder } from './test/temporaryFolder.js';
import { expectedSeconds, readTimes, runTimes, writeTimes } from './test/times.js';

interface Asked {
  readonly all?: true;
  readonly part?: Part;
  readonly changed?: true;
  readonly record?: true;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));

await new Command('test')
  .description('Checks types and lint, and runs the tests that every change has to pass.')
  .argument('[paths...]', 'only the tests whose paths hold one of these, without types and lint')
  .option('--all', 'run everything there is, instead of a fixed part of what takes long')
  .option('--part <k/n>', 'of what --all runs beyond the usual tests, this part', readPart)
  .option('--changed', 'only the tests that depend on a file that is not committed yet')
  .option('--record', 'keep what it took in test/times.json and in the table of CONTRIBUTING.md')
  .action(test)
  .parseAsync();

function readPart(text: string): Part {
  const part = parsePart(text);
  if (part === undefined) throw new InvalidArgumentError('Write it like 2/4.');
  return part;
}

async function test(
  paths: readonly string[],
  { all, part, changed, record }: Asked,
): Promise<void> {
  const hasChecks = paths.length === 0 && part === undefined;
  const isWhole = hasChecks && changed === undefined;
  const isAll = all === true || part !== undefined;
  // For the configuration of the tests and for each of them (`test/support/depth.ts`).
  if (isAll) process.env.TEST_ALL = '1';
  if (isAll && part === undefined) drawSeed();
  process.env.TMPDIR = temporaryFolder();
  const times = readTimes();
  const name = part ? `${part.part}/${part.of}` : isAll ? 'all' : 'gate';
  const seconds = isWhole || part ? (times[name]?.seconds ?? 0) : 0;
  const secondsOf = expectedSeconds(times[isAll ? 'all' : 'gate']);
  const progress = new Progress({ root: ROOT, secondsOf, seconds });

  const start = performance.now();
  const checks = hasChecks
    ? check(ROOT, (started) => {
        progress.beside = started;
      })
    : Promise.resolve([]);
  void checks.then(() => {
    progress.beside = '';
  });
  const files = part ? filesOf(part, restOf(ROOT), times) : [...paths];
  const vitest = await startVitest('test', files, {
    root: ROOT,
    watch: false,
    reporters: [progress, 'minimal'],
    ...(changed && { changed, passWithNoTests: true }),
  });
  await vitest.close();
  const tested = (performance.now() - start) / 1000;
  const checked = await checks;

  for (const one of checked) say(one);
  console.log(`${progress.files.length} files of tests: ${minutes(tested)}`);
  const { passed, failed, skipped } = progress;
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (checked.some(({ ok }) => !ok)) process.exitCode = 1;
  if (record && (isWhole || part) && !process.exitCode) {
    const total = checked.reduce((sum, one) => sum + one.seconds, 0);
    writeTimes({ ...times, [name]: runTimes(progress.files, { seconds: tested, checks: total }) });
    const { drawnDocs } = await import('./draw/drawnDocs.js');
    for (const [file, text] of drawnDocs(new URL('../', import.meta.url)))
      writeFileSync(file, text);
  }
}

/** Of the cases that properties make up (`test/support/seeds.ts`): the parts of `.ci/run` try those of every run. */
function drawSeed(): void {
  process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  console.log(`Properties draw their cases from TEST_SEED=${process.env.TEST_SEED}`);
}

function say({ name, ok, seconds, output }: Checked): void {
  if (!ok) console.log(output.trimEnd());
  console.log(`${name}: ${ok ? 'nothing to report' : 'FAILED, see above'}, ${minutes(seconds)}`);
}
