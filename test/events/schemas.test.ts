import { expect, test } from 'vitest';
import { CURRENT_SCHEMA, ERASING } from '../../src/events/vaultEvent.js';

test('releases without anchors and spent keys refuse what has them', () => {
  const first = Object.entries(CURRENT_SCHEMA).flatMap(([type, schema]) =>
    schema === 1 ? [type] : [],
  );
  expect(ERASING.length).toBeGreaterThan(5);
  // Those releases do not know these types at all.
  const younger = ['told.forgotten', 'token.forgotten'];
  const erasing = ERASING.filter((type) => !younger.includes(type));
  const later = [...erasing, 'observation.saved', 'observation.revised'];
  expect(first.filter((type) => later.includes(type))).toEqual([]);
});
