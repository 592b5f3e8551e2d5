import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isAll } from '../support/depth.js';
import { compileChildren } from './children/compile.js';
import type { Part } from './children/runWorkload.js';
import { chooseFaults, type Fault } from './faults/chooseFaults.js';
import { judge } from './faults/judge.js';
import { record, spoil } from './faults/spoil.js';
import { inMemory } from './inMemory.js';
import { compileShim, noShim } from './shim/compileShim.js';

const skipped = noShim ? ` (skipped: ${noShim})` : '';
/** Number of concurrent processes. */
const AT_ONCE = 2;

test.skipIf(noShim).each<Part>(['first', 'second'])(
  `a fault in any change of the log loses nothing and is reported, %s part${skipped}`,
  { timeout: 600_000 },
  async (part) => {
    const directory = inMemory();
    const { workload } = await compileChildren(join(directory, 'children'));
    const tools = { workload, shim: compileShim(directory), directory };
    const recorded = await record(tools);
    const all = chooseFaults(part, recorded.traces[part]);
    const faults = all.filter((_, n) => isAll || n % 3 === 0);
    const problems: string[] = [];
    const tally = new Map<string, number>();
    let promises = 0;

    const total = faults.length;
    async function work(): Promise<void> {
      for (let fault = faults.shift(); fault; fault = faults.shift()) {
        const spoilt = await spoil(tools, recorded, fault);
        problems.push(...judge(spoilt).map((problem) => `${nameOf(fault)}: ${problem}`));
        const outcome = `${fault.kind} exit code ${spoilt.ended.code}`;
        tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
        promises += spoilt.answers.length;
        if (faults.length % 100 === 0) console.log(`${total - faults.length} of ${total} faults`);
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work));

    console.log(
      `${part} part: ${total} faults, ${promises} times an answer was looked up afterwards; ` +
        [...tally].map(([outcome, count]) => `${outcome}: ${count}`).join(', '),
    );
    expect(problems).toEqual([]);
    expect(all.length).toBeGreaterThan(200);
    expect(total).toBeGreaterThan(isAll ? 200 : 66);
  },
);

const nameOf = ({ part, at, kind }: Fault) => `${kind} at change ${at} of the ${part} part`;
