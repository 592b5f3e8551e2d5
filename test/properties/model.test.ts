import { test } from 'vitest';
import { parts } from '../support/depth.js';
import { answersLikeAPlainList } from './model/property.js';

test.each(parts(8))(
  'after any saves, revisions, forgettings, restarts and rebuilds the vault answers like a plain list (%i)',
  () => answersLikeAPlainList({ numRuns: 8 }),
);
