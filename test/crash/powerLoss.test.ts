import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { partOf, parts, runs, sampled } from '../support/depth.js';
import { compileChildren } from './children/compile.js';
import { type Run, runWorkload } from './children/runWorkload.js';
import { inMemory, makeInMemory, removeTree } from './inMemory.js';
import { disk } from './powerLoss/disk.js';
import { losePower, type Outcome } from './powerLoss/losePower.js';
import { everything } from './powerLoss/survivals.js';
import { compileShim, noShim } from './shim/compileShim.js';
import { readTrace, type Traced } from './shim/trace.js';

const skipped = noShim ? ` (skipped: ${noShim})` : '';

const BLOCKS = parts(40);
/** Of an unsynced log, each test takes every so-manieth cut: in some stretches of the trace there is nothing to lose. */
const TURNS = 10;
const APART = runs(6 * TURNS, TURNS);
/** Of a synced log, `npm test` takes every so-manieth cut. */
const EVERY = 80;

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

function report(what: string, outcome: Outcome): string {
  const { cuts, images, promises, lost, wrong, refused } = outcome;
  return (
    `${what}: ${cuts} cuts, ${images} different images, ${promises} times an answer was looked up; ` +
    `lost in ${lost.length}, wrong in ${wrong.length}, refused ${refused.size}`
  );
}

describe.skipIf(noShim)(`when the power is lost${skipped}`, () => {
  let directory: string;
  /** The workload as it runs in the service, and with a log that does not wait for the disk. */
  let synced: { readonly root: string; readonly trace: readonly Traced[] };
  let unsynced: typeof synced;

  beforeAll(async () => {
    directory = makeInMemory();
    const { workload } = await compileChildren(join(directory, 'children'));
    const shim = compileShim(directory);
    /** Runs the whole workload; returns its directory and the trace of its changes. */
    const record = async (name: string, synchronous?: Run['synchronous']) => {
      const root = join(directory, name);
      const trace = `${root}.trace`;
      mkdirSync(root);
      for (const part of ['first', 'second'] as const) {
        const ended = await runWorkload({ workload, shim, root, part, trace, synchronous });
        expect(ended).toEqual({ code: 0, complaint: '' });
      }
      return { root, trace: readTrace(trace) };
    };
    synced = await record('synced');
    unsynced = await record('unsynced', 'NORMAL');
  });
  afterAll(() => removeTree(directory));

  test('the trace holds every change that was made to the files', () => {
    const drive = disk();
    for (const operation of synced.trace) drive.apply(operation);
    const files = [...drive.after(everything)].filter(([name]) => !name.endsWith('-shm'));
    expect(files.map(([name]) => name)).toContain('vault/log.db');
    for (const [name, content] of files) {
      expect(content.equals(readFileSync(join(synced.root, name))), name).toBe(true);
    }
  });

  test.each(BLOCKS)(
    `nothing is lost that was acknowledged (%i of ${BLOCKS.length})`,
    async (block) => {
      const cuts = new Set(partOf(sampled(synced.trace.filter(isWorthACut), EVERY), block, BLOCKS));
      const outcome = await losePower(synced.trace, {
        directory: join(inMemory(), 'image'),
        cutsAfter: (operation) => cuts.has(operation),
        draws: 4,
      });
      console.log(report('synchronous=FULL', outcome));
      expect(outcome.lost).toEqual([]);
      expect(outcome.wrong).toEqual([]);
      expect([...outcome.refused]).toEqual([]);
      expect(outcome.images).toBeGreaterThan(25);
    },
  );

  test.each(parts(TURNS))(
    `with the log at synchronous=NORMAL some of it is lost (%i of ${TURNS})`,
    async (turn) => {
      const every = unsynced.trace.filter(isWorthACut);
      const cuts = new Set(every.filter((_, index) => index % APART === turn - 1));
      const outcome = await losePower(unsynced.trace, {
        directory: join(inMemory(), 'image'),
        cutsAfter: (operation) => cuts.has(operation),
        draws: 1,
      });
      console.log(report('synchronous=NORMAL', outcome));
      expect(outcome.lost.length).toBeGreaterThan(100 / APART);
      // No file is broken: the remains are valid, only incomplete.
      expect(outcome.wrong).toEqual([]);
      // Where another file knows more, that is noticed.
      expect(outcome.refused.size).toBeGreaterThan(0);
      for (const reason of outcome.refused.keys()) {
        expect(reason).toMatch(/log\.db ends at event \d+, but .*(knows event|more transactions?)/);
      }
    },
  );
});
