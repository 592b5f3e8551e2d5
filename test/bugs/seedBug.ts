import type { Plugin } from 'vitest/config';
import { SEEDED_BUGS, type SeededBug } from './seededBugs.js';

/** Changes the code under test while it is loaded. The files stay unchanged. */
export function seedBug(name: string): Plugin {
  const bug: SeededBug | undefined = Object.entries(SEEDED_BUGS).find(([key]) => key === name)?.[1];
  if (!bug) throw new Error(`there is no seeded bug "${name}"`);
  return {
    name: 'seed-bug',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(bug.file)) return undefined;
      if (code.split(bug.find).length !== 2) throw new Error(`the bug does not fit ${bug.file}`);
      return code.replace(bug.find, bug.replace);
    },
  };
}
