import { expect, test } from 'vitest';
import { preferredWait } from '../../../src/http/answers/forgetAnswers.js';

test.each([
  [undefined, undefined],
  ['', undefined],
  ['wait=5', 5000],
  ['WAIT = 0', 0],
  ['wait="7"', 7000],
  ['return=minimal, wait=3', 3000],
  ['wait=3, wait=9', 3000],
  ['wait=100000', 60_000],
  ['respond-async', 0],
  ['respond-async, wait=10', 0],
  [['handling=lenient', 'wait=2'], 2000],
  // Malformed or unknown preferences are ignored (RFC 7240, section 2).
  ['wait=-1', undefined],
  ['wait=1.5', undefined],
  ['wait', undefined],
  ['waiting=5', undefined],
])('Prefer: %s waits %s ms', (header, ms) => {
  expect(preferredWait(header)).toBe(ms);
});
