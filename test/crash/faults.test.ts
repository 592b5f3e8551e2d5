import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isAll, partOf, parts } from '../support/depth.js';
import { compileChildren } from './children/compile.js';
import { chooseFaults, type Fault, fewOf } from './faults/chooseFaults.js';
import { judge } from './faults/judge.js';
import { type Recorded, record, spoil, type Tools } from './faults/spoil.js';
import { makeInMemory, removeTree } from './inMemory.js';
import { compileShim, noShim } from './shim/compileShim.js';

const skipped = noShim ? ` (skipped: ${noShim})` : '';
/** Number of concurrent processes. */
const AT_ONCE = 2;
const BLOCKS = parts(24, 4);
const WORKLOAD = ['first', 'second'] as const;

describe.skipIf(noShim)(`a fault in any change of the log${skipped}`, () => {
  let tools: Tools;
  let recorded: Recorded;

  beforeAll(async () => {
    const directory = makeInMemory();
    const { workload } = await compileChildren(`${directory}/children`);
    tools = { workload, shim: compileShim(directory), directory };
    recorded = await record(tools);
  });
  afterAll(() => removeTree(tools.directory));

  const choose = () => WORKLOAD.flatMap((part) => chooseFaults(part, recorded.traces[part]));
  const chosen = () => (isAll ? choose() : fewOf(choose()));

  describe.each(WORKLOAD)('in the %s part of the workload', (part) => {
    test.each(BLOCKS)(`loses nothing and is reported (%i of ${BLOCKS.length})`, async (block) => {
      const there = chosen().filter((fault) => fault.part === part);
      const faults = partOf(there, block, BLOCKS);
      const problems: string[] = [];
      async function work(): Promise<void> {
        for (let fault = faults.shift(); fault; fault = faults.shift()) {
          const spoilt = await spoil(tools, recorded, fault);
          problems.push(...judge(spoilt).map((problem) => `${nameOf(fault)}: ${problem}`));
        }
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      expect(problems).toEqual([]);
    });
  });

  test('meets each part and each file, and comes in each kind', () => {
    const all = choose();
    expect(all.length).toBeGreaterThan(400);
    for (const aspect of ['part', 'file', 'kind'] as const) {
      const met = new Set(chosen().map((fault) => fault[aspect]));
      expect(met).toEqual(new Set(all.map((fault) => fault[aspect])));
    }
  });
});

const nameOf = ({ part, at, kind, file }: Fault) =>
  `${kind} at change ${at} of the ${part} part, of ${file}`;
