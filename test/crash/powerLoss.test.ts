import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileChildren } from './children/compile.js';
import { type Run, runWorkload } from './children/runWorkload.js';
import { inMemory } from './inMemory.js';
import { disk } from './powerLoss/disk.js';
import { losePower, type Outcome } from './powerLoss/losePower.js';
import { everything } from './powerLoss/survivals.js';
import { compileShim, noShim } from './shim/compileShim.js';
import { readTrace, type Traced } from './shim/trace.js';

const skipped = noShim ? ` (skipped: ${noShim})` : '';

/** Runs the whole workload; returns the directory and the trace of its changes. */
async function record(synchronous?: Run['synchronous']) {
  const directory = inMemory();
  const { workload } = await compileChildren(join(directory, 'children'));
  const shim = compileShim(directory);
  const root = join(directory, 'root');
  const trace = join(directory, 'trace');
  mkdirSync(root);
  for (const part of ['first', 'second'] as const) {
    const ended = await runWorkload({ workload, shim, root, part, trace, synchronous });
    expect(ended).toEqual({ code: 0, complaint: '' });
  }
  return { directory, root, trace: readTrace(trace) };
}

/** The workload as it runs in the service. Two tests look at it, and neither changes it. */
let synced: ReturnType<typeof record> | undefined;
function recordSynced(): ReturnType<typeof record> {
  synced ??= record();
  return synced;
}

/**
 * All operations on the log, the key and names, because they decide what is kept; of the others every tenth, as of those
 * on second names, which are removed whatever they are.
 */
function isWorthACut(operation: Traced, index: number): boolean {
  const isGlance = ['name', 'to'].some((key) =>
    String(Reflect.get(operation, key)).includes('.glance'),
  );
  if (isGlance) return index % 10 === 0;
  if (operation.op === 'unlink' || operation.op === 'rename') return true;
  const name = 'name' in operation ? operation.name : '';
  return !/views\.db|-shm$|writer\./.test(name) || index % 10 === 0;
}

function report(what: string, outcome: Outcome): void {
  const { cuts, images, promises, lost, wrong, refused } = outcome;
  console.log(
    `${what}: ${cuts} cuts, ${images} different images, ${promises} times an answer was looked up; ` +
      `lost in ${lost.length}, wrong in ${wrong.length}, refused ${refused.size}`,
  );
}

test.skipIf(noShim)(
  `the trace holds every change that was made to the files${skipped}`,
  async () => {
    const { root, trace } = await recordSynced();
    const drive = disk();
    for (const operation of trace) drive.apply(operation);
    const files = [...drive.after(everything)].filter(([name]) => !name.endsWith('-shm'));
    expect(files.map(([name]) => name)).toContain('vault/log.db');
    for (const [name, content] of files) {
      expect(content.equals(readFileSync(join(root, name))), name).toBe(true);
    }
  },
);

test.skipIf(noShim)(`no loss of power loses what was acknowledged${skipped}`, async () => {
  const { trace } = await recordSynced();
  const images = join(inMemory(), 'image');
  const outcome = await losePower(trace, { directory: images, cutsAfter: isWorthACut, draws: 4 });
  report('synchronous=FULL', outcome);
  expect(outcome.lost).toEqual([]);
  expect(outcome.wrong).toEqual([]);
  expect([...outcome.refused]).toEqual([]);
  expect(outcome.images).toBeGreaterThan(1000);
});

test.skipIf(noShim)(
  `the same run with the log at synchronous=NORMAL loses what was acknowledged${skipped}`,
  async () => {
    const { directory, trace } = await record('NORMAL');
    const images = join(directory, 'image');
    const outcome = await losePower(trace, { directory: images, cutsAfter: isWorthACut, draws: 1 });
    report('synchronous=NORMAL', outcome);
    expect(outcome.lost.length).toBeGreaterThan(100);
    // No file is broken: the remains are valid, only incomplete.
    expect(outcome.wrong).toEqual([]);
    // Where another file knows more, that is noticed.
    expect(outcome.refused.size).toBeGreaterThan(0);
    for (const reason of outcome.refused.keys()) {
      expect(reason).toMatch(/log\.db ends at event \d+, but .*(knows event|more transactions?)/);
    }
  },
);
