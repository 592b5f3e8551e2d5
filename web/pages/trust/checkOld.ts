import type { components } from 'memory-vault-client';
import { areEqual } from '../../../src/proof/bytes.js';
import type { Checkpoint } from '../../../src/proof/checkpoint.js';
import { emptyRoot } from '../../../src/proof/treePaths.js';
import { Unproven } from '../../../src/proof/unproven.js';
import { counted } from '../../kit/format.js';
import {
  openCheckpoint,
  type Refuted,
  readUnchecked,
  readVerifierKey,
  refuted,
  verifyConsistency,
} from '../../proof/verify.js';

type ConsistencyProof = components['schemas']['ConsistencyProof'];

/** What the vault is asked for. */
export interface Asks {
  readonly key: () => Promise<string>;
  /** A current checkpoint of at least so many events, if there are so many. */
  readonly checkpoint: (events: number) => Promise<string>;
  readonly consistency: (from: number, to: number) => Promise<ConsistencyProof>;
}

/** One check and its verdict. With `unable`, it could not be done in this browser. */
export interface Step {
  readonly title: string;
  readonly state: 'ok' | 'failed' | 'unable';
  readonly detail: string;
}

const TODAY = 'Key of the vault';
const GROWTH = 'Growth of the log';

/** A check that did not succeed: those after it make no sense. */
class Failed extends Error {
  constructor(readonly step: Step) {
    super(step.detail);
  }
}

/**
 * Checks an old checkpoint against this vault, step by step, up to the first that fails: it is one, its signature is that
 * of the key, and the log of today begins with all events that it counted. All checks are done here; the vault gives only
 * what is checked. `keptKey` is a key that the reader kept; without one, that of the vault counts.
 */
export async function* checkOld(
  note: string,
  keptKey: string | undefined,
  asks: Asks,
): AsyncGenerator<Step> {
  try {
    const read = await tried('File', async () => readUnchecked(note));
    yield ok('File', `a signed checkpoint of ${read.origin} about ${counted(read.size, 'event')}`);
    const ofVault = await asks.key();
    const key = keptKey ?? ofVault;
    const old = await signedBy(key, note, read, keptKey === undefined);
    yield ok('Signature', `genuine: ${old.origin} signed exactly this text`);
    const now = await asks.checkpoint(old.size);
    const current = await tried(TODAY, async () => openCheckpoint(now, await readVerifierKey(key)));
    yield ok(
      TODAY,
      `the vault still signs with this key: today's checkpoint is about ${counted(current.size, 'event')}`,
    );
    await mustExtend(old, current, asks);
    yield ok(
      GROWTH,
      `the log only grew: it begins with the same ${counted(old.size, 'event')}, unchanged, and ${counted(current.size - old.size, 'event')} came since`,
    );
  } catch (error) {
    if (!(error instanceof Failed)) throw error;
    yield error.step;
  }
}

async function signedBy(key: string, note: string, read: Checkpoint, isOfVault: boolean) {
  const title = 'Signature';
  const parsed = await tried(isOfVault ? title : 'Key that you kept', () => readVerifierKey(key));
  if (read.origin !== parsed.name) {
    const whose = isOfVault ? 'this vault is' : 'the key is that of';
    throw failed(
      title,
      `it is a checkpoint of another vault: ${read.origin}; ${whose} ${parsed.name}`,
    );
  }
  return tried(title, () => openCheckpoint(note, parsed));
}

async function mustExtend(old: Checkpoint, current: Checkpoint, asks: Asks): Promise<void> {
  const title = GROWTH;
  if (old.size > current.size) {
    throw failed(
      title,
      `the checkpoint counted ${counted(old.size, 'event')}, but the log has ${counted(current.size, 'event')} now: the end of the log was cut off, or an older copy took its place`,
    );
  }
  if (old.size === 0) {
    if (areEqual(old.root, emptyRoot())) return;
    throw failed(title, 'a log without events has another root than the one that was signed');
  }
  const verdict = await verifyConsistency(
    await asks.consistency(old.size, current.size),
    old,
    current,
  );
  if (!verdict.ok) throw refutation(title, verdict);
}

const ok = (title: string, detail: string): Step => ({ title, state: 'ok', detail });

const failed = (title: string, detail: string) => new Failed({ title, state: 'failed', detail });

const refutation = (title: string, { why, unable }: Refuted) =>
  new Failed({ title, state: unable ? 'unable' : 'failed', detail: why });

/** What `check` gives. What it refutes becomes the verdict of the step. */
async function tried<T>(title: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Unproven) throw refutation(title, refuted(error));
    throw error;
  }
}
