import { expect, test } from 'vitest';
import { isAbout } from '../../../web/proof/verify.js';

const PLACE = { stream: 'observation/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', version: 1 };

test('a proof about another note, or about another event of this one, is not about this event', () => {
  const about = (change: Partial<typeof PLACE>) =>
    isAbout({ envelope: { ...PLACE, ...change } }, PLACE);
  expect(about({})).toBe(true);
  expect(about({ version: 2 })).toBe(false);
  expect(about({ stream: 'observation/01KA5ZJ3M4A1B2C3D4E5F6G7H8' })).toBe(false);
  expect(about({ stream: 'redaction/01KA5ZJ3M4T6V8X0Y2Z4A6C8E0' })).toBe(false);
  const known = {
    ...PLACE,
    position: 7,
    id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E1',
    type: 'observation.saved',
  };
  expect(isAbout({ envelope: known }, known)).toBe(true);
  expect(isAbout({ envelope: { ...known, position: 8 } }, known)).toBe(false);
  expect(isAbout({ envelope: { ...known, type: 'pin.set' } }, known)).toBe(false);
});
