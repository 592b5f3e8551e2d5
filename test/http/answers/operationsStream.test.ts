import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { operationsStream } from '../../../src/http/routes/operations.js';

const PACE = { tick: 1, quiet: 3 };
const NEVER = { tick: 1_000_000, quiet: 1_000_000 };
const mayRead = async () => true;
const look = async (seen: number) => ({ answer: { after: seen }, taken: seen + 2 });
const open = () => new AbortController().signal;

test('a reader gets all points first, then those that are new', async () => {
  const stream = operationsStream({ look, isBusy: () => false, mayRead, signal: open() }, PACE);
  expect((await stream.next()).value).toBe('retry: 1000\n\n');
  expect((await stream.next()).value).toBe('data: {"after":0}\n\n');
  expect((await stream.next()).value).toBe('data: {"after":2}\n\n');
  await stream.return(undefined);
});

test('while something is in progress it sends after every look, and once more when that has ended', async () => {
  const states = [true, true, false];
  let looks = 0;
  const busy = async (seen: number) => {
    looks += 1;
    return look(seen);
  };
  // With a longest wait that would never end, only the state can end it.
  const pace = { tick: 1, quiet: Number.POSITIVE_INFINITY };
  const isBusy = () => states[0] === true && (states.shift() ?? false);
  const stream = operationsStream({ look: busy, isBusy, mayRead, signal: open() }, pace);
  for (let i = 0; i < 4; i++) await stream.next();
  expect(looks).toBe(3);
  await stream.return(undefined);
});

test('it ends at once when the service stops, and with the login of its reader', async () => {
  const stopping = new AbortController();
  const { signal } = stopping;
  const stream = operationsStream({ look, isBusy: () => false, mayRead, signal }, NEVER);
  for (let i = 0; i < 2; i++) await stream.next();
  const end = stream.next();
  await nextTurn();
  stopping.abort();
  expect((await end).done).toBe(true);

  const left = { look, isBusy: () => false, mayRead: async () => false, signal: open() };
  const ended = operationsStream(left, PACE);
  await ended.next();
  expect((await ended.next()).done).toBe(true);
});
