import { expect, test } from 'vitest';
import type { SharedLog } from '../../../src/cluster/sharedLog.js';
import { append, NOTHING } from '../../support/postgres/batchOf.js';
import { givenPostgres } from '../../support/postgres/givenPostgres.js';

const given = givenPostgres();

const note = (key: string, version: number) => ({ stream: `observation/${key}`, version });
const forgetting = (key: string, version: number) =>
  ({ ...note(key, version), type: 'observation.forgotten' }) as const;
const redaction = (position: number, version = 1) =>
  ({ stream: `redaction/${position}`, version, type: 'event.redacted' }) as const;
const erasing = (position: number) =>
  ({ stream: `erasure/${position}`, version: 1, type: 'event.forgotten' }) as const;

/** The positions of the events that have no payload any more. */
async function erased(log: SharedLog): Promise<number[]> {
  const { events } = await log.readBehind(NOTHING, 100);
  return events.flatMap(({ envelope, payload }) => (payload ? [] : [envelope.position]));
}

const keys = async (log: SharedLog) =>
  (await log.readBehind(NOTHING, 100)).answers.map(({ number, key }) => `${number} ${key}`);

test('forgetting a stream erases all that it held before, and nothing of other streams', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), note('b', 1), note('a', 2)]);
  await append(log, [forgetting('a', 3), note('a', 4)]);
  expect(await erased(log)).toEqual([1, 3]);
});

test('a stream that is forgotten in the batch that begins it is erased', async () => {
  const { log } = (await given()).open();
  await append(log, [
    note('a', 1),
    forgetting('a', 2),
    note('a', 3),
    forgetting('a', 4),
    note('a', 5),
  ]);
  // What forgot it the first time was in the stream before the second.
  expect(await erased(log)).toEqual([1, 2, 3]);
});

test('a redaction erases its event and the redaction before it, and keeps its own payload', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), redaction(1)]);
  expect(await erased(log)).toEqual([1]);
  await append(log, [redaction(1, 2)]);
  expect(await erased(log)).toEqual([1, 2]);
});

test('redactions in one batch erase the ones before them alone', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), redaction(1), redaction(1, 2), redaction(1, 3)]);
  expect(await erased(log)).toEqual([1, 2, 3]);
});

test('forgetting a stream erases what redacted its events, in the same batch as well', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), note('b', 1), redaction(1), redaction(2)]);
  await append(log, [note('a', 2), redaction(5), forgetting('a', 3)]);
  expect(await erased(log)).toEqual([1, 2, 3, 5, 6]);
});

test('what redacts a forgotten event later keeps its payload', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), forgetting('a', 2), redaction(1)]);
  expect(await erased(log)).toEqual([1]);
});

test('a single event is erased with what redacted it, and the rest of its stream stays', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1), note('a', 2), redaction(1), redaction(2)]);
  await append(log, [erasing(1)]);
  expect(await erased(log)).toEqual([1, 2, 3]);
});

test('an answer about a stream is gone once that is forgotten, and the numbers of the others stay', async () => {
  const { log } = (await given()).open();
  const about = (key: string, stream: string) => ({ key, stream: `observation/${stream}` });
  await append(
    log,
    [note('a', 1), note('b', 1), note('c', 1)],
    [about('1', 'a'), about('2', 'b'), about('3', 'c'), about('4', 'a')],
  );
  await append(log, [forgetting('a', 2)]);
  expect(await keys(log)).toEqual(['2 2', '3 3']);
  await append(log, [erasing(2)]);
  expect(await keys(log)).toEqual(['3 3']);
  await append(log, [redaction(3)]);
  expect(await keys(log)).toEqual([]);
  const { end } = await append(log, [], [about('1', 'b')]);
  expect(await keys(log)).toEqual(['5 1']);
  expect(end.answers).toBe(5);
});

test('an answer in the batch that forgets its stream stays: it was given after that', async () => {
  const { log } = (await given()).open();
  await append(log, [note('a', 1)], [{ key: 'before', stream: 'observation/a' }]);
  await append(log, [forgetting('a', 2)], [{ key: 'after', stream: 'observation/a' }]);
  expect(await keys(log)).toEqual(['2 after']);
});
