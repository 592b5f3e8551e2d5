import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compileChildren } from '../../../test/crash/children/compile.js';
import { runWorkload } from '../../../test/crash/children/runWorkload.js';
import { disk } from '../../../test/crash/powerLoss/disk.js';
import { layOut } from '../../../test/crash/powerLoss/layOut.js';
import { anything, nothing } from '../../../test/crash/powerLoss/survivals.js';
import { answersIn } from '../../../test/crash/shim/answersIn.js';
import { compileShim, noShim } from '../../../test/crash/shim/compileShim.js';
import { readTrace, type Traced } from '../../../test/crash/shim/trace.js';
import { emptyLedger, type Ledger } from '../../outside/ledger.js';
import { type Case, type Family, times } from '../cases.js';
import { examine } from '../examine.js';

const CUTS = 70;

/** The disks that a loss of power may leave, each given to the real service. */
export const powerLoss: Family = {
  name: 'power',
  missing: noShim,
  async cases({ share, directory }) {
    const trace = await record(directory);
    return [
      ...times(CUTS, share, () =>
        powerLost(trace, 'power lost, only what was synced is left', false),
      ),
      ...times(CUTS, share, () =>
        powerLost(trace, 'power lost, any part of the rest is left', true),
      ),
    ];
  },
};

/** The changes that a workload makes to its disk. */
async function record(directory: string): Promise<readonly Traced[]> {
  mkdirSync(directory, { recursive: true });
  const { workload } = await compileChildren(join(directory, 'children'));
  const shim = compileShim(directory);
  const [root, trace] = [join(directory, 'root'), join(directory, 'trace')];
  mkdirSync(root);
  for (const part of ['first', 'second'] as const) {
    const { code, complaint } = await runWorkload({ workload, shim, root, part, trace });
    if (code !== 0) throw new Error(`the workload failed: ${complaint}`);
  }
  return readTrace(trace);
}

function powerLost(trace: readonly Traced[], did: string, anyPart: boolean): Case {
  return {
    did,
    run({ directory, random }) {
      const cut = Math.floor(random() * trace.length);
      const drive = disk();
      for (const operation of trace.slice(0, cut)) drive.apply(operation);
      const vault = layOut(directory, drive.after(anyPart ? anything(random) : nothing));
      // The first cuts come before the directory of the vault.
      mkdirSync(vault, { recursive: true });
      return examine(vault, promisedBefore(trace, cut));
    },
  };
}

/** What was promised before the cut, without what the request that it interrupted may have changed. */
function promisedBefore(trace: readonly Traced[], cut: number): Ledger {
  const ledger = emptyLedger();
  const firm = answersIn(trace.slice(0, cut)).length;
  for (const [i, answer] of answersIn(trace).entries()) {
    const isFirm = i < firm;
    if (answer.is === 'stored' && isFirm) ledger.notes.set(answer.id, [answer.title]);
    if (answer.is === 'revised') {
      const known = ledger.notes.get(answer.id);
      if (known) ledger.notes.set(answer.id, [...(isFirm ? [] : known), answer.title]);
    }
    if (answer.is === 'forgotten') {
      ledger.notes.delete(answer.id);
      if (isFirm) ledger.forgotten.set(answer.id, { title: answer.title, wiped: true });
    }
  }
  return ledger;
}
