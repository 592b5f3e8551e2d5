import { PROBLEM_KINDS } from '../../src/log/verify/problem.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** What `memory-vault verify` can find. */
export const problemsTable = (): string =>
  markdownTable(
    ['problem', 'meaning'],
    Object.entries(PROBLEM_KINDS).map(([kind, meaning]) => [`\`${kind}\``, meaning]),
  );
