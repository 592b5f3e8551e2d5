import type { LogEntry } from 'memory-vault-client';
import { expect, test } from 'vitest';
import {
  type EventList,
  MOST_ROWS,
  withNewer,
  withOlder,
  withWaiting,
} from '../../../../web/pages/trust/eventList.js';
import { nextOf } from '../../../../web/pages/trust/eventQuery.js';

const event = (position: number): LogEntry => ({
  position,
  id: `event ${position}`,
  stream: 'observation/1',
  version: 1,
  type: 'observation.saved',
  schema: 1,
  at: '2026-11-20T09:30:00Z',
  actor: 'admin',
  data: null,
  hash: '',
});
const events = (...positions: number[]) => positions.map(event);
const EMPTY: EventList = { rows: [], waiting: [], before: undefined };
const shown = ({ rows, waiting, before }: EventList) => ({
  rows: rows.map(({ position }) => position),
  waiting: waiting.map(({ position }) => position),
  before,
});

test('older pages come below, with the place of the next one', () => {
  const one = withOlder(EMPTY, events(9, 8), 8);
  const all = withOlder(one, events(7), undefined);
  expect(shown(one)).toEqual({ rows: [9, 8], waiting: [], before: 8 });
  expect(shown(all)).toEqual({ rows: [9, 8, 7], waiting: [], before: undefined });
});

test('newer events come on top, or wait until they are wanted, each once', () => {
  const list = withOlder(EMPTY, events(3, 2), 2);
  expect(shown(withNewer(list, events(4, 5), true)).rows).toEqual([5, 4, 3, 2]);
  const waits = withNewer(withNewer(list, events(4, 5), false), events(5, 6), false);
  expect(shown(waits)).toEqual({ rows: [3, 2], waiting: [6, 5, 4], before: 2 });
  expect(shown(withNewer(waits, events(6, 7), true)).rows).toEqual([7, 6, 5, 4, 3, 2]);
  expect(shown(withWaiting(waits))).toEqual({ rows: [6, 5, 4, 3, 2], waiting: [], before: 2 });
  expect(shown(withNewer(EMPTY, events(1), true)).rows).toEqual([1]);
});

test('a list that grows too long loses its oldest rows, which can be asked for again', () => {
  const many = Array.from({ length: MOST_ROWS }, (_, i) => MOST_ROWS - i);
  const list = withOlder(EMPTY, events(...many), undefined);
  const grown = withNewer(list, events(MOST_ROWS + 1, MOST_ROWS + 2), true);
  expect(grown.rows).toHaveLength(MOST_ROWS);
  expect(grown.rows[0]?.position).toBe(MOST_ROWS + 2);
  expect(grown.rows.at(-1)?.position).toBe(3);
  expect(grown.before).toBe(3);
});

test('the next page is where the link leads', () => {
  expect(nextOf('</admin/events?before=120&limit=200&type=a>; rel="next"')).toBe(120);
  expect(nextOf('</admin/events?limit=200&before=7>; rel="next"')).toBe(7);
  expect(nextOf(null)).toBeUndefined();
});
