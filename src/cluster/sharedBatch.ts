import { erasureOf } from '../events/vaultEvent.js';
import { type ChainedEvent, chainBatch, drawSalts } from '../log/chainBatch.js';
import type { Appended, Batch } from '../log/eventLog.js';
import { encryptFingerprint, NO_SALT } from '../log/fingerprintCipher.js';
import type { LogCopy, SharedBatch, SharedEnd } from './sharedLog.js';

/** A batch in the form that is sent, and as what it is recorded. */
export interface ChainedBatch {
  readonly shared: SharedBatch;
  readonly appended: Appended;
}

/** Chains a batch to the end of a shared log, against which it was decided. */
export function sharedBatch(
  copy: Pick<LogCopy, 'saltOf'>,
  batch: Batch,
  before: SharedEnd,
): ChainedBatch {
  const { position, hash } = before;
  const salts = drawSalts(batch.events.length);
  const { chained, appended } = chainBatch(batch.events, { position, hash }, salts);
  const answers = batch.answers.map(({ key, fingerprint, stream, version }, i) => ({
    number: before.answers + i + 1,
    after: appended.head.position,
    key,
    fingerprint: encryptFingerprint(fingerprint, key, saltAfter(copy, chained, stream, version)),
    stream,
    version,
  }));
  const shared: SharedBatch = {
    before,
    events: chained.map(({ envelope, salt, body, hash }) => ({
      envelope,
      hash,
      payload: { salt, body },
    })),
    answers,
    end: {
      ...before,
      ...appended.head,
      at: appended.events.at(-1)?.at ?? before.at,
      answers: before.answers + answers.length,
      deduplicated: before.deduplicated + batch.deduplicated,
    },
  };
  return { shared, appended };
}

/** The salt of what an event says once the batch is written: an event of the batch may have redacted or erased it. */
function saltAfter(
  copy: Pick<LogCopy, 'saltOf'>,
  chained: readonly ChainedEvent[],
  stream: string,
  version: number,
): Buffer {
  const own = chained.find(
    ({ envelope }) => envelope.stream === stream && envelope.version === version,
  );
  const said = own ? { ...own.envelope, salt: own.salt } : copy.saltOf(stream, version);
  if (!said) return NO_SALT;
  const by = chained.findLast(({ envelope }) => {
    const erasure = erasureOf(envelope);
    return erasure && 'position' in erasure && erasure.position === said.position;
  });
  const salt = by?.event.type === 'event.redacted' ? by.salt : NO_SALT;
  return (by ? salt : said.salt) ?? NO_SALT;
}
