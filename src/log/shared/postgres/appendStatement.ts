import canonical from 'fast-json-stable-stringify';
import { type Erasure, erasureOf } from '../../../events/erasure.js';
import type { SharedBatch } from '../sharedLog.js';
import type { Statement } from './connection.js';

/** The call of `vault.append` (migrations/postgres) with a batch: arrays, one for each column. */
export function appendStatement({ before, events, answers, end }: SharedBatch): Statement<{
  readonly appended: boolean;
}> {
  const envelopes = events.map(({ envelope }) => envelope);
  const erasures = envelopes.map((envelope) => ({
    by: envelope.position,
    of: erasureOf(envelope),
  }));
  const forgotten = erasures.flatMap(({ by, of }) => (of && isOfStream(of) ? [{ ...of, by }] : []));
  const erased = erasures.flatMap(({ by, of }) => (of && !isOfStream(of) ? [{ ...of, by }] : []));
  const values = [
    ...[before.position, before.hash, before.answers],
    envelopes.map(({ id }) => id),
    envelopes.map(({ stream }) => stream),
    envelopes.map(({ version }) => version),
    envelopes.map(({ type }) => type),
    envelopes.map(({ schema }) => schema),
    envelopes.map(({ at }) => at),
    envelopes.map(({ meta }) => canonical(meta)),
    envelopes.map(({ commitment }) => commitment),
    events.map(({ hash }) => hash),
    events.map(({ payload }) => payload?.salt),
    events.map(({ payload }) => payload?.body),
    forgotten.map(({ stream }) => stream),
    forgotten.map((one) => one.before),
    forgotten.map(({ by }) => by),
    erased.map(({ position }) => position),
    erased.map(({ by }) => by),
    answers.map(({ after }) => after),
    answers.map(({ key }) => key),
    answers.map(({ fingerprint }) => fingerprint),
    answers.map(({ stream }) => stream),
    answers.map(({ version }) => version),
    ...[end.position, end.hash, end.at, end.answers, end.deduplicated],
  ];
  const parameters = values.map((_, i) => `$${i + 1}`).join(', ');
  return { name: 'append', text: `SELECT vault.append(${parameters}) AS appended`, values };
}

function isOfStream(erasure: Erasure): erasure is Extract<Erasure, { stream: string }> {
  return 'stream' in erasure;
}
