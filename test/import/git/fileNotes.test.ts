import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileRows } from '../../../src/import/git/fileNotes.js';
import { type Repository, repositoryAt } from '../../../src/import/git/repository.js';
import type { SourceRow } from '../../../src/import/sourceRow.js';
import {
  change,
  changelog,
  history,
  notesAt,
  record,
  timesOf,
  titlesOf,
} from '../../support/gitHistories.js';
import { commitAll, emptyRepository, git, write } from '../../support/gitRepository.js';
import { notesIn, skippedIn } from '../../support/sourceFiles.js';

/** The rows of a repository, whose Git has as much time as it wants. */
async function rowsIn(repository: Repository, most?: number): Promise<readonly SourceRow[]> {
  const rows: SourceRow[] = [];
  for await (const row of fileRows(repository, 'shop', most)) rows.push(row);
  return rows;
}

const opened = (root: string, limit = new AbortController()) =>
  repositoryAt(join(root, '.git'), limit.signal);

describe('the files of a history', () => {
  test('says when a record came with a merge, and a release that names no day of a calendar', async () => {
    const root = emptyRepository();
    change(root, 'begin', '2026-01-01');
    git(root, 'checkout', '-q', '-b', 'other');
    change(root, 'go on', '2026-01-02');
    git(root, 'checkout', '-q', 'main');
    git(root, 'merge', '-q', '--no-ff', '--no-commit', 'other');
    write(root, 'docs/adr/0001-blanks.md', record(1, 'Blanks', 'Accepted'));
    write(root, 'CHANGELOG.md', changelog('2.0.0 - 2026-02-31'));
    commitAll(root, '2026-01-03');
    write(root, 'CHANGELOG.md', `${changelog('2.0.0 - 2026-02-31')}- The command \`older\`.\n`);
    commitAll(root, '2026-01-04');
    expect(timesOf(await notesAt(root))).toEqual([
      ['Blanks', '2026-01-03T12:00:00Z'],
      ['Release 2.0.0: removed', '2026-01-03T12:00:00Z'],
    ]);
  });

  test('says which records are too many', async () => {
    const root = emptyRepository();
    for (const number of [1, 2, 3])
      write(root, `adr/000${number}-a.md`, record(number, `A ${number}`, 'Accepted'));
    commitAll(root);
    const rows = await rowsIn(opened(root), 2);
    expect(titlesOf(notesIn(rows))).toEqual(['A 1', 'A 2']);
    expect(skippedIn(rows)).toEqual([['adr/0003-a.md', 'there are 2 decision records before it']]);
  });

  test('tells at most 20 releases of at most three changelogs', async () => {
    const root = emptyRepository();
    const versions = Array.from({ length: 15 }, (_, i) => `1.${15 - i}.0 - 2026-01-02`);
    for (const name of ['CHANGELOG.md', 'CHANGES.md', 'HISTORY.md', 'NEWS.md'])
      write(root, name, changelog(...versions));
    commitAll(root);
    const rows = await rowsIn(opened(root));
    expect(notesIn(rows)).toHaveLength(20);
    expect(titlesOf(notesIn(rows)).slice(15)).toEqual(
      [11, 12, 13, 14, 15].map((minor) => `Release 1.${minor}.0: removed`),
    );
    expect(skippedIn(rows)).toEqual([['NEWS.md', 'there are 3 changelogs before it']]);
  });

  test('are of the time of HEAD where Git has no time to find theirs', async () => {
    const root = history();
    const limit = new AbortController();
    const repository = opened(root, limit);
    const read = (...args: readonly string[]) => {
      if (args.includes('--diff-filter=A')) limit.abort();
      return repository.read(...args);
    };
    const rows = await rowsIn({ ...repository, read });
    expect(timesOf(notesIn(rows))).toEqual([
      ['Blanks', '2026-01-06T12:00:00Z'],
      ['Dashes', '2026-01-06T12:00:00Z'],
      ['Release 2.0.0: removed', '2026-01-06T12:00:00Z'],
    ]);
    expect(skippedIn(rows).map(([, reason]) => reason)).toEqual(['it is rejected']);
  });
});
