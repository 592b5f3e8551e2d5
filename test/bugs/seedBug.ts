import { SEEDED_BUGS } from './seededBugs.js';

// Runs before a test file, and only when a test of the tests asks for a bug (see `vitest.config.ts`).
const name = process.env.SEEDED_BUG;
const bug = Object.entries(SEEDED_BUGS).find(([key]) => key === name)?.[1];
if (!bug) throw new Error(`there is no seeded bug "${name}"`);
bug();
