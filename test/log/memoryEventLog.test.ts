import { expect, test } from 'vitest';
import type { NewEvent } from '../../src/log/eventLog.js';
import { MemoryStore, openMemoryEventLog } from '../support/memoryEventLog.js';
import { redacted } from '../support/redacted.js';
import { eventLogContract } from './eventLogContract.js';

eventLogContract({
  place: () => new MemoryStore(),
  open: (store, clock) => openMemoryEventLog(store, { clock }),
});

test('listeners and waits of one handle notice the appends of another', async () => {
  const store = new MemoryStore();
  const [log, other] = [openMemoryEventLog(store), openMemoryEventLog(store)];
  const heard: number[] = [];
  log.onGrown(({ head }) => heard.push(head.position));
  const reached = log.reach(1, 60_000);
  const event: NewEvent = {
    id: 'event 1',
    stream: 'sdd/p',
    version: 1,
    at: 1,
    meta: { actor: 'test' },
    type: 'sdd.phase_entered',
    data: { project: redacted('p'), phase: 'spec' },
  };
  await other.appendNext(async () => ({ events: [event], answers: [], deduplicated: 0 }));
  expect(await reached).toBe(true);
  expect(heard).toEqual([1]);
});
