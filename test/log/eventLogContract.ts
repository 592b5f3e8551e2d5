import { expect, onTestFinished, test } from 'vitest';
import { executor } from '../../src/commands/executor.js';
import { endSession, startSession } from '../../src/commands/sessions.js';
import { sha256 } from '../../src/domain/hash.js';
import { ulids } from '../../src/domain/ids.js';
import type { Clock } from '../../src/domain/time.js';
import { refKey } from '../../src/events/session.js';
import type { Erasure } from '../../src/events/vaultEvent.js';
import { leaf, link } from '../../src/log/chain.js';
import type {
  Batch,
  EntryFilter,
  EventLog,
  Holder,
  IdempotencyRecord,
  NewEvent,
  WhichEvents,
} from '../../src/log/eventLog.js';
import { plainFilter } from '../support/plainFilter.js';
import { redacted } from '../support/redacted.js';
import { NOW, testClock } from '../support/testApp.js';

/** An engine under test. */
export interface Engine<Place> {
  /** Creates a place without a log. */
  place(): Place;
  /** Opens the log of a place: a new one, one that was closed, or another handle on one that is open. */
  open(place: Place, clock: Clock): EventLog | Promise<EventLog>;
  /** Whether nobody else can append while a decision is made; else the decision is made again. */
  readonly holdsEnd?: boolean;
  /** Whether its present is its own, whatever clock it is given. */
  readonly hasOwnClock?: boolean;
}

const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

const nextId = ulids();
const about = (stream: string, version = 1) => ({
  id: nextId(NOW),
  stream,
  version,
  at: NOW,
  meta: { actor: 'test' },
});

/** The data of an observation; its content is its hash as well. */
const said = (content: string) => ({
  session_id: SESSION,
  type: 'task' as const,
  title: redacted('title'),
  tags: [],
  content: redacted(content),
  content_hash: content,
  redactions: [],
});

function saved(n: number, { content = `content ${n}`, key = '' } = {}): NewEvent {
  const data = { id: String(n), ...said(content) };
  const request = key ? { key, fingerprint: 'print' } : undefined;
  return { ...about(`observation/${n}`), type: 'observation.saved', data, request };
}

const revised = (n: number, version: number, content: string): NewEvent => ({
  ...about(`observation/${n}`, version),
  type: 'observation.revised',
  data: { id: String(n), ...said(content) },
});

const forgotten = (n: number, version: number, spent?: readonly string[]): NewEvent => ({
  ...about(`observation/${n}`, version),
  type: 'observation.forgotten',
  data: { id: String(n), session_id: SESSION },
  spent,
});

const phase = (project: string, version: number): NewEvent => ({
  ...about(`sdd/${project}`, version),
  type: 'sdd.phase_entered',
  data: { project: redacted(project), phase: 'spec' },
});

/** Redacts a saved note: gives it other words. */
const rewritten = (position: number, content: string, version = 1): NewEvent => ({
  ...about(`redaction/${position}`, version),
  type: 'event.redacted',
  data: {
    position,
    type: 'observation.saved',
    schema: 1,
    data: { id: String(position), ...said(content) },
  },
});

const batchOf = (...events: NewEvent[]): Batch => ({ events, answers: [], deduplicated: 0 });

const append = (log: EventLog, ...events: NewEvent[]) =>
  log.appendNext(async () => batchOf(...events));

/** The notes of a session that hold some content. */
async function found(log: EventLog, content: string, session = SESSION) {
  const all: Holder[] = [];
  for await (const one of log.findDuplicates({ scope: session, hash: content })) all.push(one);
  return all;
}

const positionsOf = (events: readonly { readonly position: number }[]) =>
  events.map(({ position }) => position);

/** Tests that an engine fulfils the contract of `EventLog`, method by method. */
export function eventLogContract<Place>(engine: Engine<Place>): void {
  /** Opens a log, or another handle on it; closed after the test. */
  async function opened(place = engine.place(), clock: Clock = testClock()) {
    const log = await engine.open(place, clock);
    onTestFinished(() => log.close());
    return { place, log };
  }

  test('a log without events ends at position 0', async () => {
    const { log } = await opened();
    expect(await log.head()).toEqual({ position: 0, hash: Buffer.alloc(32) });
    expect(await log.totals()).toEqual({ events: 0, deduplicated: 0 });
    expect(await log.readAfter(0, 10)).toEqual([]);
    expect(await log.readStream('observation/1')).toEqual([]);
    expect(await log.readEntries(0, 10, {})).toEqual({ entries: [], upTo: 0 });
    expect((await log.readEntriesBefore(9, 10, {})).entries).toEqual([]);
    expect((await log.readEntriesBefore(9, 10, {})).upTo).toBeLessThanOrEqual(1);
    expect(await log.readLeaves(0, 10)).toEqual([]);
    expect(await log.hashAt(1)).toBeUndefined();
    expect(await log.envelopeOf('observation/1')).toBeUndefined();
    expect(await log.erased()).toBe(0);
    expect(await log.reach(0, 0)).toBe(true);
    expect(await log.reach(1, 0)).toBe(false);
  });

  test('positions are gapless from 1, and what was appended is there after a restart', async () => {
    const place = engine.place();
    const log = await engine.open(place, testClock());
    const notes = [saved(1), saved(2), saved(3)];
    const appended = await append(log, ...notes.slice(0, 2));
    expect(positionsOf(appended.events)).toEqual([1, 2]);
    expect(appended.head).toEqual(await log.head());
    await append(log, ...notes.slice(2));
    const head = await log.head();
    await log.close();
    const { log: again } = await opened(place);
    expect(await again.head()).toEqual(head);
    expect(await again.readAfter(0, 10)).toEqual(
      notes.map(({ request: _, ...note }, i) => ({ ...note, position: i + 1 })),
    );
    expect(positionsOf(await again.readAfter(1, 1))).toEqual([2]);
    expect(await again.reach(3, 0)).toBe(true);
    expect((await append(again, saved(4))).head.position).toBe(4);
  });

  test('every event is chained to the one before it', async () => {
    const { log } = await opened();
    const notes = [saved(1), saved(2), saved(3)];
    await append(log, notes[0] as NewEvent);
    await append(log, ...notes.slice(1));
    const leaves = await log.readLeaves(0, 10);
    let hash: Buffer = Buffer.alloc(32);
    for (const [i, { id, stream }] of notes.entries()) {
      const envelope = await log.envelopeOf(id);
      expect(await log.envelopeOf(stream)).toEqual(envelope);
      expect(envelope?.position).toBe(i + 1);
      expect(leaves[i]).toEqual(envelope && leaf(envelope));
      hash = link(hash, leaves[i] as Buffer);
      expect(await log.hashAt(i + 1)).toEqual(hash);
    }
    expect((await log.head()).hash).toEqual(hash);
    expect(await log.hashAt(4)).toBeUndefined();
    expect(await log.readLeaves(1, 1)).toEqual([leaves[1]]);
    const data = await log.readLeafData(1, 2);
    expect(data.map((text) => sha256(`\0${text}`))).toEqual(leaves.slice(1));
  });

  test('only one decision runs at a time, at the end of the log', async () => {
    const { log } = await opened();
    const ends: number[] = [];
    let deciding = 0;
    const all = Array.from({ length: 50 }, (_, n) =>
      log.appendNext(async ({ position }) => {
        expect(++deciding).toBe(1);
        await new Promise((done) => setImmediate(done));
        deciding -= 1;
        ends.push(position);
        return n % 2 === 0 ? batchOf(saved(2 * n), saved(2 * n + 1)) : batchOf(saved(2 * n));
      }),
    );
    const appended = await Promise.all(all);
    expect(ends).toEqual(ends.map((_, n) => n + Math.ceil(n / 2)));
    expect(appended.flatMap(({ events }) => positionsOf(events))).toEqual(
      Array.from({ length: 75 }, (_, i) => i + 1),
    );
    expect((await log.head()).position).toBe(75);
  });

  if (engine.holdsEnd)
    test('another handle appends only after the decision that is being made', async () => {
      const { place, log } = await opened();
      const { log: other } = await opened(place);
      const ends: number[] = [];
      let later: Promise<unknown> = Promise.resolve();
      await log.appendNext(async ({ position }) => {
        later = other.appendNext(async (end) => {
          ends.push(end.position);
          return batchOf(saved(2));
        });
        for (let turns = 0; turns < 20; turns++) await new Promise((done) => setImmediate(done));
        ends.push(position);
        return batchOf(saved(1));
      });
      await later;
      expect(ends).toEqual([0, 1]);
      expect(await log.reach(2, 0)).toBe(true);
      const streams = (await log.readAfter(0, 10)).map(({ stream }) => stream);
      expect(streams).toEqual(['observation/1', 'observation/2']);
    });
  else
    test('a decision runs again at the new end of the log when another handle has appended meanwhile', async () => {
      const { place, log } = await opened();
      const { log: other } = await opened(place);
      const ends: number[] = [];
      const appended = await log.appendNext(async ({ position }) => {
        ends.push(position);
        if (position === 0) await append(other, saved(1));
        return batchOf(saved(10 + position));
      });
      expect(ends).toEqual([0, 1]);
      expect(appended.head).toEqual(await other.head());
      const streams = (await other.readAfter(0, 10)).map(({ stream }) => stream);
      expect(streams).toEqual(['observation/1', 'observation/11']);
    });

  test('many appends through two handles leave a log without a gap', async () => {
    const { place, log } = await opened();
    const handles = [log, (await opened(place)).log];
    const all = Array.from({ length: 50 }, (_, n) => append(handles[n % 2] as EventLog, saved(n)));
    const positions = (await Promise.all(all)).flatMap(({ events }) => positionsOf(events));
    expect(positions.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(await log.reach(50, 0)).toBe(true);
    expect(positionsOf(await log.readAfter(0, 100))).toEqual(positions);
  });

  test('a decision that throws appends nothing, and later appends go on', async () => {
    const { log } = await opened();
    const refused = log.appendNext(() => Promise.reject(new Error('no')));
    const kept = append(log, saved(1));
    await expect(refused).rejects.toThrow('no');
    expect((await kept).head.position).toBe(1);
  });

  test('a batch with one event that cannot be written writes none', async () => {
    const { log } = await opened();
    const grown: number[] = [];
    log.onGrown(({ head }) => grown.push(head.position));
    const twice = { ...saved(2, { key: 'k' }), stream: 'observation/1' };
    await expect(append(log, saved(1), twice)).rejects.toThrow();
    expect(await log.readAfter(0, 10)).toEqual([]);
    expect(await log.idempotencyRecord('k')).toBeUndefined();
    expect(await found(log, 'content 1')).toEqual([]);
    expect(grown).toEqual([]);
    expect((await append(log, saved(1))).head.position).toBe(1);
  });

  test('an empty batch leaves the log unchanged, and returns its head', async () => {
    const { log } = await opened();
    const { head } = await append(log, saved(1));
    log.onGrown(() => expect.fail('nothing was appended'));
    expect(await append(log)).toEqual({ events: [], head });
    const duplicate = { events: [], answers: [], deduplicated: 1 };
    expect(await log.appendNext(async () => duplicate)).toEqual({ events: [], head });
    expect(await log.totals()).toEqual({ events: 1, deduplicated: 1 });
  });

  if (!engine.hasOwnClock)
    test('time does not go back along the log, even when the clock does', async () => {
      const place = engine.place();
      const clock = testClock();
      const log = await engine.open(place, clock);
      const ends: number[] = [];
      const note = (n: number, one: EventLog) =>
        one.appendNext(async ({ at }) => {
          ends.push(at);
          return batchOf({ ...saved(n), at });
        });
      expect(log.now()).toBe(NOW);
      await note(1, log);
      clock.advance(-60_000);
      expect(log.now()).toBe(NOW);
      await note(2, log);
      await log.close();
      const { log: again } = await opened(place, clock);
      expect(again.now()).toBe(NOW);
      await note(3, again);
      clock.advance(60_001);
      await note(4, again);
      expect(ends).toEqual([NOW, NOW, NOW, NOW + 1]);
      expect(again.now()).toBe(NOW + 1);
    });

  test('no decision gets an earlier time than one before it, on whichever handle', async () => {
    const { place, log } = await opened();
    const handles = [log, (await opened(place)).log];
    const times: number[] = [];
    for (let n = 0; n < 10; n++)
      await handles[n % 2]?.appendNext(async ({ at }) => {
        times.push(at);
        return batchOf({ ...saved(n), at });
      });
    expect(times).toHaveLength(10);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const one of handles) {
      // What a handle has not heard of, it cannot know the time of.
      await one.reach(times.length, 60_000);
      expect(one.now()).toBeGreaterThanOrEqual(times.at(-1) ?? 0);
    }
  });

  test('a refusal, like an answer, comes only after the events that it was decided on are in the log', async () => {
    const { log } = await opened();
    const commands = executor({
      log,
      filter: plainFilter,
      ids: ulids(),
      onCommit: () => {},
      onBroken: (error) => expect.fail(error.message),
    });
    const context = { meta: { actor: 'test' } };
    const session = { project: 'p', team: undefined, country: undefined, agent: undefined };
    const ends: number[] = [];
    const look = async () => ends.push((await log.head()).position);
    await Promise.all([
      commands.execute(endSession, { id: SESSION, summary: 's' }, context).catch(look),
      commands.execute(startSession, { ...session, goal: undefined }, context).then(look),
    ]);
    expect(ends).toEqual([1, 1]);
  });

  test('listeners receive every event once, in the order of the log and before the append returns', async () => {
    const { log } = await opened();
    const heard: string[] = [];
    log.onGrown(({ events }) => heard.push(`first ${positionsOf(events)}`));
    log.onGrown(({ head }) => heard.push(`second ${head.position}`));
    await Promise.all([
      append(log, saved(1), saved(2)).then(() => heard.push('appended')),
      append(log, saved(3)),
    ]);
    expect(heard.slice(0, 3)).toEqual(['first 1,2', 'second 2', 'appended']);
    expect(heard.slice(3)).toEqual(['first 3', 'second 3']);
  });

  test('a position is reached when the log has it, and not before', async () => {
    const { log } = await opened();
    const heard: string[] = [];
    const reached = log.reach(3, 60_000).then((is) => heard.push(`3 ${is}`));
    log.onGrown(({ head }) => heard.push(`grown to ${head.position}`));
    await append(log, saved(1), saved(2));
    await append(log, saved(3));
    await reached;
    expect(heard).toEqual(['grown to 2', 'grown to 3', '3 true']);
    expect(await log.reach(3, 60_000)).toBe(true);
    expect(await log.reach(2, 0)).toBe(true);
  });

  test('waiting for a position ends at its timeout, or when it is aborted', async () => {
    const { log } = await opened();
    expect(await log.reach(1, 5)).toBe(false);
    const leaving = new AbortController();
    const left = log.reach(1, 60_000, leaving.signal);
    leaving.abort();
    expect(await left).toBe(false);
    expect(await log.reach(1, 60_000, leaving.signal)).toBe(false);
    await append(log, saved(1));
    expect(await log.reach(1, 60_000, leaving.signal)).toBe(true);
  });

  test('a handle reads the events that another handle appended', async () => {
    const { place, log } = await opened();
    const { log: other } = await opened(place);
    const { head } = await append(log, saved(1, { key: 'k' }));
    expect(await other.reach(1, 0)).toBe(true);
    expect(await other.head()).toEqual(head);
    expect(positionsOf(await other.readAfter(0, 10))).toEqual([1]);
    expect(await other.idempotencyRecord('k')).toMatchObject({ position: 1 });
    expect((await append(other, saved(2))).head.position).toBe(2);
    expect(await log.reach(2, 0)).toBe(true);
    expect(positionsOf(await log.readAfter(1, 10))).toEqual([2]);
  });

  if (!engine.hasOwnClock)
    test('a decision never gets a time before that of the last event, also of another handle', async () => {
      const { place, log } = await opened();
      const { log: ahead } = await opened(place, testClock(NOW + 1000));
      await ahead.appendNext(async ({ at }) => batchOf({ ...saved(1), at }));
      await log.appendNext(async ({ at }) => batchOf({ ...saved(2), at }));
      const times = (await log.readAfter(0, 10)).map(({ at }) => at);
      expect(times).toEqual([NOW + 1000, NOW + 1000]);
    });

  test('a stream is read up to a version, or its last event alone', async () => {
    const { log } = await opened();
    await append(log, phase('p', 1), phase('q', 1), phase('p', 2), phase('p', 3));
    const versions = async (which: WhichEvents) =>
      (await log.readStream('sdd/p', which)).map(({ version }) => version);
    expect(await versions({})).toEqual([1, 2, 3]);
    expect(await versions({ version: 2 })).toEqual([1, 2]);
    expect(await versions({ only: 'last' })).toEqual([3]);
    expect(await versions({ version: 2, only: 'last' })).toEqual([2]);
  });

  test('the ends of a stream are its last event, and the first one since it was forgotten', async () => {
    const { log } = await opened();
    const ends = async (version = 9) =>
      (await log.readStream('observation/1', { version, only: 'ends' })).map((one) => one.version);
    expect(await ends()).toEqual([]);
    await append(log, saved(1), revised(1, 2, 'b'), revised(1, 3, 'c'));
    expect([await ends(1), await ends(2), await ends()]).toEqual([[1], [1, 2], [1, 3]]);
    await append(log, forgotten(1, 4));
    expect(await ends()).toEqual([4]);
    await append(log, { ...saved(1), version: 5 }, revised(1, 6, 'b'), revised(1, 7, 'c'));
    expect(await ends()).toEqual([5, 7]);
  });

  test('the version of a stream is that of its last event, also of an erased one', async () => {
    const { place, log } = await opened();
    expect(await log.versionOf('sdd/p')).toBe(0);
    await append(log, phase('p', 1), phase('p', 2), saved(3));
    await append(log, {
      ...about('erasure/2', 1),
      type: 'event.forgotten',
      data: { position: 2 },
    });
    for (const one of [log, (await opened(place)).log]) {
      expect(await one.versionOf('sdd/p')).toBe(2);
      expect((await one.readStream('sdd/p')).map(({ version }) => version)).toEqual([1]);
      expect(await one.readStream('sdd/p', { only: 'last' })).toEqual([]);
    }
    await append(log, phase('p', 3));
    expect(await log.versionOf('sdd/p')).toBe(3);
  });

  test('entries are those of a stream, of some types, of both, or all', async () => {
    const { log } = await opened();
    await append(log, phase('p', 1), saved(2), phase('p', 3 - 1), phase('q', 1));
    const read = async (after: number, limit: number, only: EntryFilter) => {
      const { entries, upTo } = await log.readEntries(after, limit, only);
      return [positionsOf(entries), upTo];
    };
    const type = 'sdd.phase_entered';
    const types = [type];
    expect(await read(0, 10, {})).toEqual([[1, 2, 3, 4], 4]);
    expect(await read(1, 2, {})).toEqual([[2, 3], 3]);
    expect(await read(0, 10, { stream: 'sdd/p' })).toEqual([[1, 3], 4]);
    expect(await read(0, 10, { types })).toEqual([[1, 3, 4], 4]);
    expect(await read(0, 10, { types: ['observation.saved', type] })).toEqual([[1, 2, 3, 4], 4]);
    expect(await read(0, 10, { types: [] })).toEqual([[], 4]);
    expect(await read(0, 2, { types })).toEqual([[1, 3], 3]);
    expect(await read(1, 10, { stream: 'sdd/p', types })).toEqual([[3], 4]);
    expect(await read(0, 10, { stream: 'sdd/p', types: ['observation.saved'] })).toEqual([[], 4]);
    expect(await read(99, 10, {})).toEqual([[], 99]);
    const [entry] = (await log.readEntries(0, 1, {})).entries;
    const { position, stream, version, at, meta, data } = (await log.readAfter(0, 1))[0] as never;
    expect(entry).toEqual({
      id: expect.any(String),
      position,
      stream,
      version,
      at,
      meta,
      data,
      type,
      schema: 1,
      redacted_by: null,
      hash: await log.hashAt(1),
    });
  });

  test('entries before a position come newest first, and none is left below the first', async () => {
    const { log } = await opened();
    await append(log, phase('p', 1), saved(2), phase('p', 2), phase('q', 1));
    const read = async (before: number, limit: number, only: EntryFilter) => {
      const { entries, upTo } = await log.readEntriesBefore(before, limit, only);
      return [positionsOf(entries), Math.max(upTo, 1)];
    };
    const types = ['sdd.phase_entered'];
    expect(await read(99, 10, {})).toEqual([[4, 3, 2, 1], 1]);
    expect(await read(4, 10, {})).toEqual([[3, 2, 1], 1]);
    expect(await read(4, 2, {})).toEqual([[3, 2], 2]);
    expect(await read(2, 2, {})).toEqual([[1], 1]);
    expect(await read(1, 2, {})).toEqual([[], 1]);
    expect(await read(0, 2, {})).toEqual([[], 1]);
    expect(await read(99, 10, { stream: 'sdd/p' })).toEqual([[3, 1], 1]);
    expect(await read(3, 10, { stream: 'sdd/p', types })).toEqual([[1], 1]);
    expect(await read(99, 2, { types })).toEqual([[4, 3], 3]);
    expect(await read(3, 2, { types })).toEqual([[1], 1]);
    expect(await read(99, 10, { types: ['vault.purged'] })).toEqual([[], 1]);
    const forwards = (await log.readEntries(0, 10, {})).entries;
    expect((await log.readEntriesBefore(5, 10, {})).entries).toEqual(forwards.toReversed());
  });

  test('a request is remembered with the event it wrote, or without one', async () => {
    const { log } = await opened();
    const silent = { key: 'b', fingerprint: 'p', stream: 'prompt/x', version: 4, position: null };
    const events = [saved(1, { key: 'a' })];
    await log.appendNext(async () => ({ events, answers: [silent], deduplicated: 1 }));
    expect(await log.idempotencyRecord('a')).toEqual({
      key: 'a',
      fingerprint: 'print',
      stream: 'observation/1',
      version: 1,
      position: 1,
    } satisfies IdempotencyRecord);
    expect(await log.idempotencyRecord('b')).toEqual(silent);
    expect(await log.idempotencyRecord('c')).toBeUndefined();
    expect(await log.totals()).toEqual({ events: 1, deduplicated: 1 });
  });

  test('a key that an erasure spends leads nowhere from then on, through every later erasure', async () => {
    const { place, log } = await opened();
    const silent = { key: 'b', fingerprint: 'p', stream: 'observation/1', version: 1 };
    await log.appendNext(async () => ({
      events: [saved(1, { key: 'a' }), saved(2, { key: 'c' })],
      answers: [{ ...silent, position: null }],
      deduplicated: 0,
    }));
    const stream = 'observation/1';
    const keys = async (erasure: Erasure) => (await log.keysSpentBy(erasure)).toSorted();
    expect(await keys({ stream, before: 2 })).toEqual(['a', 'b']);
    expect(await keys({ position: 2 })).toEqual(['c']);
    expect(await keys({ stream: 'observation/9', before: 2 })).toEqual([]);
    await append(log, { ...rewritten(1, 'other words'), spent: ['a', 'b'] });
    await append(log, { ...rewritten(1, 'still others', 2), spent: ['a', 'b'] });
    expect(await keys({ position: 1 })).toEqual(['a', 'b']);
    await append(log, forgotten(1, 2, ['a', 'b']));
    expect(await keys({ stream, before: 3 })).toEqual(['a', 'b']);
    await append(log, forgotten(1, 3, ['a', 'b']));
    for (const one of [log, (await opened(place)).log]) {
      const known = await Promise.all(['a', 'b', 'c'].map((key) => one.idempotencyRecord(key)));
      expect(known).toEqual(['spent', 'spent', expect.objectContaining({ position: 2 })]);
      expect(await one.readStream(stream)).toMatchObject([{ version: 3 }]);
      expect(await one.readAfter(6, 1)).not.toHaveProperty('0.spent');
    }
  });

  test('a content is found with every note that has it, the oldest first', async () => {
    const { log } = await opened();
    const twin = { content: 'twin' };
    await append(log, saved(1, twin), saved(2, twin), saved(3));
    const holders = async (content: string) =>
      (await found(log, content)).map(({ stream }) => stream);
    expect(await found(log, 'twin')).toEqual([
      { stream: 'observation/1', position: 1 },
      { stream: 'observation/2', position: 2 },
    ]);
    await append(log, revised(1, 2, 'other'));
    expect([await holders('twin'), await holders('other')]).toEqual([
      ['observation/2'],
      ['observation/1'],
    ]);
    await append(log, forgotten(2, 2));
    expect([await holders('twin'), await holders('content 3')]).toEqual([[], ['observation/3']]);
    expect(await found(log, 'content 3', 'another session')).toEqual([]);
  });

  test('a session is found by its client_ref until that is redacted or the session forgotten', async () => {
    const { place, log } = await opened();
    const started = (id: number, client_ref?: string): NewEvent => {
      const data = { id: String(id), project: redacted(id % 2 ? 'P' : 'p'), redactions: [] };
      const ref = client_ref === undefined ? {} : { client_ref: redacted(client_ref) };
      return { ...about(`session/${id}`), type: 'session.started', data: { ...data, ...ref } };
    };
    const holders = async (client_ref: string, of = log) => {
      const key = refKey({ project: 'p', client_ref });
      const streams = [];
      if (key) for await (const { stream } of of.findDuplicates(key)) streams.push(stream);
      return streams;
    };
    await append(log, started(1, 'talk'), started(2, 'talk'), started(3));
    expect(await holders('talk')).toEqual(['session/1', 'session/2']);
    const { data } = started(1, '[REDACTED]');
    const redaction = { position: 1, type: 'session.started', schema: 1, data };
    await append(log, { ...about('redaction/1'), type: 'event.redacted', data: redaction });
    expect(await holders('talk')).toEqual(['session/2']);
    expect(await holders('[REDACTED]')).toEqual([]);
    const gone = { id: '2', project_key: 'digest' };
    await append(log, { ...about('session/2', 2), type: 'session.forgotten', data: gone });
    await append(log, started(4, 'talk'));
    expect(await holders('talk', (await opened(place)).log)).toEqual(['session/4']);
  });

  test('a forgotten event keeps its place in the chain, and nothing of its data', async () => {
    const { place, log } = await opened();
    const silent = { key: 'b', fingerprint: 'p', stream: 'observation/1', version: 1 };
    await log.appendNext(async () => ({
      events: [saved(1, { key: 'a' }), saved(2)],
      answers: [{ ...silent, position: null }],
      deduplicated: 0,
    }));
    const [hash, envelope] = [await log.hashAt(1), await log.envelopeOf('observation/1')];
    await append(log, forgotten(1, 2));
    for (const one of [log, (await opened(place)).log]) {
      expect((await one.readAfter(0, 10)).map(({ type }) => type)).toEqual([
        'erased',
        'observation.saved',
        'observation.forgotten',
      ]);
      expect((await one.readAfter(0, 1))[0]).toMatchObject({ erasedType: 'observation.saved' });
      expect((await one.readStream('observation/1')).map(({ version }) => version)).toEqual([2]);
      expect(await one.readStream('observation/1', { version: 1, only: 'last' })).toEqual([]);
      expect((await one.readEntries(0, 1, {})).entries).toMatchObject([
        { type: 'observation.saved', data: null, redacted_by: null, hash },
      ]);
      expect(await one.erased()).toBe(1);
      expect(await found(one, 'content 1')).toEqual([]);
      expect(await one.idempotencyRecord('a')).toBeUndefined();
      expect(await one.idempotencyRecord('b')).toBeUndefined();
      expect(await one.envelopeOf('observation/1')).toEqual(envelope);
    }
    expect(await log.wipe()).toBe(true);
  });

  test('readers get the redaction of a redacted event, and the guards follow it', async () => {
    const { place, log } = await opened();
    await append(log, saved(1, { content: 'secret', key: 'a' }));
    for (const [version, content] of ['other words', 'still other words'].entries()) {
      await append(log, rewritten(1, content, version + 1));
      const [by, data] = [version + 2, { content, content_hash: content }];
      expect((await log.readAfter(0, 1))[0]).toMatchObject({ type: 'observation.saved', data });
      expect(await log.readStream('observation/1')).toMatchObject([{ data }]);
      expect((await log.readEntries(0, 1, {})).entries).toMatchObject([{ data, redacted_by: by }]);
      expect(await found(log, 'secret')).toEqual([]);
      expect(await found(log, content)).toHaveLength(1);
      expect(await log.idempotencyRecord('a')).toBeUndefined();
      expect(await log.erased()).toBe(by - 1);
    }
    await append(log, forgotten(1, 2));
    const { log: again } = await opened(place);
    expect((await again.readAfter(0, 10)).map(({ type }) => type)).toEqual([
      'erased',
      'erased',
      'erased',
      'observation.forgotten',
    ]);
    expect(await again.erased()).toBe(3);
  });
}
