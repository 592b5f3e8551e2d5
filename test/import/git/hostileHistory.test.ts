import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  change,
  changelog,
  history,
  notesAt,
  raw,
  record,
  rmObject,
  rowsAt,
  timesOf,
  titlesOf,
} from '../../support/gitHistories.js';
import { commitAll, emptyRepository, git, write } from '../../support/gitRepository.js';
import { FIX } from '../../support/importWays.js';
import { notesIn, skippedIn } from '../../support/sourceFiles.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

describe('a hostile repository', () => {
  test('with odd names, bytes and sizes gives what can be read', async () => {
    const root = emptyRepository();
    const names = ['a\nb.ts', '\u0001begin.ts', 'back\\slash.ts', ' blank.ts', '日本.ts', 'x.ts'];
    for (const name of names) write(root, `src/${name}`, 'export {};\n');
    write(root, Buffer.from('src/caf\xe9.ts', 'latin1').toString(), 'export {};\n');
    commitAll(root, '2026-01-01', FIX);
    const [note] = await notesAt(root);
    expect(note?.anchors?.flatMap(({ path }) => path ?? [])).toEqual([
      'src/ blank.ts',
      'src/x.ts',
      'src/日本.ts',
    ]);

    const long = `${FIX}\n\n${'Because of that, it waits. '.repeat(40_000)}`;
    raw(root, Buffer.from(long));
    raw(root, Buffer.from(`${FIX.replace('once', 'caf\xe9')}\n`, 'latin1'));
    raw(root, Buffer.from(''));
    const all = await notesAt(root);
    expect(all).toHaveLength(3);
    expect(titlesOf(all)).toContain('round prices caf\uFFFD');
    expect(Math.max(...all.map(({ content }) => content.length))).toBeLessThanOrEqual(4_000);
  });

  test.each([
    ['the year 20000', 568_971_820_800],
    ['no calendar', 99_999_999_999_999],
  ])('with times of %s loses nothing', async (_, seconds) => {
    const root = emptyRepository();
    change(root, FIX, '2026-01-01');
    write(root, 'docs/adr/0001-blanks.md', record(1, 'Blanks', 'Accepted'));
    write(root, 'CHANGELOG.md', changelog('2.0.0'));
    raw(root, Buffer.from(FIX.replace('once', 'twice')), seconds);
    change(root, 'go on', '2026-01-03');
    const rows = await rowsAt(root);
    expect(timesOf(notesIn(rows))).toEqual([
      ['Blanks', '2026-01-03T12:00:00Z'],
      ['Release 2.0.0: removed', '2026-01-03T12:00:00Z'],
      ['round prices twice', '1970-01-01T00:00:00Z'],
      ['round prices once', '2026-01-01T12:00:00Z'],
    ]);
    expect(skippedIn(rows).map(([, reason]) => reason)).toEqual(['it explains nothing']);
  });

  test('gives its own history where it names the files of another', async () => {
    const other = history();
    const root = emptyRepository();
    change(root, FIX.replace('prices', 'own prices'));
    for (const worktree of [other, join(root, 'none'), '..']) {
      git(root, 'config', 'core.worktree', worktree);
      expect(titlesOf(await notesAt(root))).toEqual(['round own prices once']);
    }
  });

  test('reads no file that it names', async () => {
    const root = history();
    const notes = await notesAt(root);
    git(root, 'config', 'log.mailmap', 'true');
    // Git that reads one of them never ends, or refuses.
    for (const key of ['mailmap.file', 'diff.orderFile', 'blame.ignoreRevsFile'])
      for (const file of ['/dev/zero', temporaryDirectory()]) {
        git(root, 'config', key, file);
        expect(await notesAt(root), key).toEqual(notes);
      }
  });

  test('runs no program that it names', async () => {
    const root = history();
    const marker = join(temporaryDirectory(), 'ran');
    const program = join(root, 'program.sh');
    writeFileSync(program, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    write(root, '.gitattributes', '* diff=x filter=x\n');
    commitAll(root);
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'pager.log',
      'core.sshCommand',
      'gpg.program',
    ])
      git(root, 'config', key, program);
    for (const key of ['diff.external', 'diff.x.textconv', 'diff.x.command', 'filter.x.smudge'])
      git(root, 'config', key, program);
    git(root, 'config', 'log.showSignature', 'true');
    git(root, 'config', 'remote.origin.url', 'ssh://example.org/a');
    git(root, 'config', 'remote.origin.promisor', 'true');
    git(root, 'config', 'extensions.partialClone', 'origin');
    git(root, 'config', 'core.repositoryFormatVersion', '1');
    expect(titlesOf(await notesAt(root))).toContain('round prices once');
    // What is missing is not fetched.
    rmObject(root, 'HEAD:docs/adr/0002-dashes.md');
    expect(skippedIn(await rowsAt(root)).map(([row]) => row)).toContain('docs/adr/0002-dashes.md');
    expect(existsSync(marker)).toBe(false);
  });
});
