import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openGitHistory } from '../../../src/import/gitHistory.js';
import {
  change,
  history,
  notesAt,
  rmObject,
  rowsAt,
  timesOf,
  titlesOf,
} from '../../support/gitHistories.js';
import { emptyRepository, git, write } from '../../support/gitRepository.js';
import { FIX } from '../../support/importWays.js';
import { notesIn, rowsOf, skippedIn } from '../../support/sourceFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

describe('a history', () => {
  test('gives proposed notes of records, releases and commits that explain', async () => {
    const root = history();
    const notes = await notesAt(root);
    expect(notes).toEqual([
      expect.objectContaining({
        type: 'decision',
        title: 'Blanks',
        tags: ['git', 'record', 'status:superseded'],
        created_at: '2026-01-01T12:00:00Z',
        anchors: [{ path: 'docs/adr/0001-blanks.md' }],
      }),
      expect.objectContaining({
        title: 'Dashes',
        content: '## Context\n\nFiles have names.\n\n## Decision\n\nDashes.',
        tags: ['git', 'record'],
        created_at: '2026-01-02T12:00:00Z',
        author: 'a',
        supersedes: notes[0]?.id,
      }),
      expect.objectContaining({
        type: 'context',
        title: 'Release 2.0.0: removed',
        tags: ['git', 'release'],
        created_at: '2026-01-02T12:00:00Z',
      }),
      expect.objectContaining({
        type: 'bugfix',
        title: 'round prices once',
        content: FIX.split('\n\n')[1]?.replace('\n', ' '),
        tags: ['git', 'fix'],
        author: 'a',
        created_at: '2026-01-03T12:00:00Z',
        anchors: [{ commit: git(root, 'rev-parse', 'fixed') }, { path: 'src/price.ts' }],
      }),
      expect.objectContaining({
        type: 'antipattern',
        title: 'Reverted: round prices twice',
        tags: ['git', 'revert'],
      }),
    ]);
    expect(notes.map(({ state, project }) => [state, project])).toEqual(
      notes.map(() => ['proposed', 'shop']),
    );
  });

  test('says of each commit and record that gives none why that is so', async () => {
    const reasons = skippedIn(await rowsAt(history())).map(([, reason]) => reason);
    expect(reasons.sort()).toEqual([
      'a later commit reverts it',
      'it explains nothing',
      'it is about tests, documents or builds',
      'it is about tests, documents or builds',
      'it is rejected',
    ]);
  });

  test('is that of the whole repository from any folder, and of a bare one', async () => {
    const root = history();
    const bare = join(temporaryDirectory(), 'bare.git');
    git(root, 'clone', '-q', '--bare', root, bare);
    const notes = await notesAt(root);
    expect(await notesAt(join(root, 'src'))).toEqual(notes);
    expect(await notesAt(bare)).toEqual(notes);
    const linked = join(temporaryDirectory(), 'linked');
    git(root, 'worktree', 'add', '-q', linked, 'HEAD');
    expect(await notesAt(linked)).toEqual(notes);
  });

  test('gives the same ids after a rebase, and others in another project', async () => {
    const root = history();
    const before = await notesAt(root);
    git(root, 'checkout', '-q', '--orphan', 'other', 'fixed~1');
    git(root, 'commit', '-q', '-m', 'begin anew');
    git(root, 'cherry-pick', '-x', 'fixed');
    const picked = (await notesAt(root)).find(({ type }) => type === 'bugfix');
    const fixed = before.find(({ title }) => title === 'round prices once');
    expect(picked?.id).toBe(fixed?.id);
    expect(picked?.anchors).not.toEqual(fixed?.anchors);
    const elsewhere = await notesAt(root, 'billing');
    expect(elsewhere.map(({ id }) => id)).not.toContain(fixed?.id);
  });

  test('has what was said twice once, with the earlier time', async () => {
    const root = emptyRepository();
    change(root, FIX, '2026-01-05');
    change(root, FIX, '2026-01-03');
    change(root, `${FIX}\n\nReviewed-by: b <b@example.org>`, '2026-01-04');
    const rows = await rowsAt(root);
    expect(notesIn(rows).map(({ created_at }) => created_at)).toEqual(['2026-01-03T12:00:00Z']);
    expect(skippedIn(rows).map(([, reason]) => reason)).toEqual([
      'another commit has the same text',
      'another commit has the same text',
    ]);
  });

  test('keeps what was taken back and then brought back', async () => {
    const root = emptyRepository();
    const fix = change(root, FIX);
    const revert = change(root, `Revert "fix"\n\nThis reverts commit ${fix}.`);
    change(root, `Revert "Revert "fix""\n\nThis reverts commit ${revert}.`);
    expect(titlesOf(await notesAt(root))).toEqual(['round prices once']);
  });

  test('that is damaged gives what comes before', async () => {
    const root = history();
    const whole = await notesAt(root);
    const tree = rmObject(root, 'fixed^{tree}');
    const rows = await rowsAt(root);
    expect(skippedIn(rows)).toContainEqual([
      expect.stringMatching(/^all before commit [0-9a-f]{7}$/),
      expect.stringContaining(tree),
    ]);
    // Who added the records is not known, and the day is that of HEAD.
    expect(timesOf(notesIn(rows))).toEqual([
      ['Blanks', '2026-01-06T12:00:00Z'],
      ['Dashes', '2026-01-06T12:00:00Z'],
      ['Release 2.0.0: removed', '2026-01-06T12:00:00Z'],
      ['Reverted: round prices twice', '2026-01-06T12:00:00Z'],
    ]);
    expect(whole.map(({ id }) => id)).toEqual(
      expect.arrayContaining(notesIn(rows).map(({ id }) => id)),
    );
  });

  test('whose files are damaged gives what its commits explain', async () => {
    const root = history();
    rmObject(root, 'HEAD:docs');
    const rows = await rowsAt(root);
    expect(skippedIn(rows)[0]?.[0]).toBe('decision records and changelogs');
    expect(titlesOf(notesIn(rows))).toContain('Reverted: round prices twice');
  });

  test('that cannot be read at all is refused', async () => {
    const root = history();
    const source = await openGitHistory(root, { project: 'shop' });
    rmObject(root, 'HEAD^{tree}');
    await expect(rowsOf(source)).rejects.toMatchObject({ code: 'cannot_open' });
  });

  test.each([
    ['a commit that is missing', (root: string) => rmObject(root, 'HEAD')],
    ['a branch without a name', (root: string) => write(root, '.git/refs/heads/main', '')],
  ])('whose HEAD is %s is refused', async (_, damage) => {
    const root = history();
    damage(root);
    await expect(rowsAt(root)).rejects.toMatchObject({
      code: 'cannot_open',
      message: expect.stringMatching(/cannot be read by Git: ./),
    });
  });

  test('tells of its first commit what it is about, whatever is configured', async () => {
    const root = emptyRepository();
    change(root, FIX);
    git(root, 'config', 'log.showRoot', 'false');
    const [note] = await notesAt(root);
    expect(note?.anchors).toContainEqual({ path: 'src/price.ts' });
  });

  test('that was cut says so', async () => {
    const root = history();
    const clone = join(temporaryDirectory(), 'clone');
    git(root, 'clone', '-q', '--depth', '2', `file://${root}`, clone);
    const rows = await rowsAt(clone);
    expect(skippedIn(rows).at(-1)).toEqual(['the history', expect.stringMatching(/is shallow/)]);
    expect(titlesOf(notesIn(rows))).toContain('Reverted: round prices twice');
  });

  test('without a commit is empty', async () => {
    expect(await rowsAt(emptyRepository())).toEqual([]);
  });
});

describe('what is no repository', () => {
  test.each([
    ['a folder without one', () => temporaryDirectory(), /is in no Git repository$/],
    ['a file', () => write(emptyRepository(), 'a.txt', ''), /is no folder$/],
    ['a folder that is not there', () => join(temporaryDirectory(), 'none'), /is no folder$/],
  ])('%s is refused', async (_, make, message) => {
    await expect(openGitHistory(make())).rejects.toMatchObject({
      code: 'cannot_open',
      message: expect.stringMatching(message),
    });
  });
});
