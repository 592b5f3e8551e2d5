import { expect, test } from 'vitest';
import { type Phase, verdict } from '../../lab/attack/attackReport.js';

/** A phase of a hundred answers that took so many milliseconds, and others. */
const phase = (ms: number, ...others: Phase['answers']): Phase => ({
  answers: [...Array.from({ length: 100 }, () => ({ what: 'read', status: 200, ms })), ...others],
  loop: { p99: 1, max: 1 },
});

test('an attack that slows the well-behaved client ten times is borne, and a stronger one is not', () => {
  expect(verdict(phase(5), phase(50))).toEqual([]);
  expect(verdict(phase(5), phase(51))).toEqual([expect.stringContaining('10.2 times')]);
});

test('no request of the well-behaved client may be refused', () => {
  const refused = { what: 'save', status: '503 overloaded', ms: 1 };
  expect(verdict(phase(5), phase(5, refused))).toEqual([
    '1 of its requests were refused or failed (503 overloaded: 1)',
  ]);
  expect(verdict(phase(5, refused), phase(5))).toHaveLength(1);
});
