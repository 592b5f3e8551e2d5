import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Projection, View } from '../../src/projections/projection.js';
import { deterministic } from './deterministic.js';

const looks: Record<string, () => unknown> = {
  'the clock by Date.now': () => Date.now(),
  'the clock by new Date': () => new Date(),
  'the clock by performance': () => performance.now(),
  'randomness by Math': () => Math.random(),
  'randomness by crypto': () => randomBytes(4),
  'the environment': () => process.env.HOME,
  'the locale': () => 'a'.localeCompare('b'),
};

test.each(Object.entries(looks))('a projection that uses %s is detected', (_name, look) => {
  const nosy: Projection = {
    name: 'nosy',
    version: 1,
    tables: {},
    handlers: { 'session.abandoned': () => void look() },
  };
  const [guarded] = deterministic([nosy]);
  const handler = guarded?.handlers['session.abandoned'];
  // The handler uses neither argument.
  expect(() => handler?.({} as View, {} as never)).toThrow('a projection looked at');
  expect(look).not.toThrow();
});

test('a projection may create dates from numbers in its events', () => {
  const dated: Projection = {
    name: 'dated',
    version: 1,
    tables: {},
    handlers: { 'session.abandoned': () => expect(new Date(0).getTime()).toBe(0) },
  };
  const [guarded] = deterministic([dated]);
  guarded?.handlers['session.abandoned']?.({} as View, {} as never); // Neither is looked at.
});
