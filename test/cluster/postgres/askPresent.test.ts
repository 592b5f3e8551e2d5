import { expect, test } from 'vitest';
import type { Connection } from '../../../src/cluster/postgres/connection.js';
import { askPresent } from '../../../src/cluster/postgres/postgresLog.js';
import type { Delta } from '../../../src/cluster/sharedLog.js';
import { batchOf, NOTHING } from '../../support/postgres/batchOf.js';

const EMPTY = { ...NOTHING, instance: 'one', at: 0, deduplicated: 0, now: 1 };
const { end, events } = batchOf(EMPTY, [{ stream: 'observation/a', version: 1 }]);
const OLD: Delta = { end: EMPTY, events: [], answers: [] };
const NEW: Delta = { end, events, answers: [] };

/** Connections of which each shows the next of these logs. */
function showing(...shown: readonly Delta[]) {
  const left = [...shown];
  const destroyed: string[] = [];
  const shownBy = new Map<Connection, Delta | undefined>();
  let current: Connection | undefined;
  const lasting = {
    async get() {
      if (current) return current;
      const destroy = (why: string) => {
        destroyed.push(why);
        current = undefined;
      };
      // The cast leaves out what is not called.
      current = { destroy } as unknown as Connection;
      shownBy.set(current, left.shift());
      return current;
    },
  };
  const ask = async (connection: Connection) => shownBy.get(connection) ?? OLD;
  return { lasting, ask, destroyed, shownBy };
}

test('a primary that was replaced and shows less than the copy has is left for the new one', async () => {
  const { lasting, ask, destroyed, shownBy } = showing(OLD, NEW);
  const { connection, delta } = await askPresent(lasting, end, ask);
  expect(delta).toBe(NEW);
  expect(connection).toBe([...shownBy.keys()][1]);
  expect(destroyed).toEqual(['the shared log ends at event 0, the copy has event 1']);
});

test('what contradicts the copy on a new connection as well is told as it is', async () => {
  const { lasting, ask, destroyed } = showing(OLD, OLD);
  expect((await askPresent(lasting, end, ask)).delta).toBe(OLD);
  expect(destroyed).toHaveLength(1);
});

test('what agrees with the copy is asked for once', async () => {
  const { lasting, ask, destroyed } = showing(NEW, OLD);
  expect((await askPresent(lasting, NOTHING, ask)).delta).toBe(NEW);
  expect((await askPresent(lasting, end, ask)).delta).toBe(NEW);
  expect(destroyed).toEqual([]);
});
