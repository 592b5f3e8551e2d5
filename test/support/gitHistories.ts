import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { NoteLine } from '../../src/domain/archive/archiveLine.js';
import { openGitHistory } from '../../src/import/gitHistory.js';
import type { SourceRow } from '../../src/import/sourceRow.js';
import { commitAll, emptyRepository, git, gitEnv, write } from './gitRepository.js';
import { FIX } from './importWays.js';
import { notesIn, rowsOf } from './sourceFiles.js';

/** All rows of the history that a folder is in. */
export const rowsAt = async (path: string, project = 'shop'): Promise<readonly SourceRow[]> =>
  rowsOf(await openGitHistory(path, { project }));

/** The notes among them. */
export const notesAt = async (path: string, project?: string): Promise<readonly NoteLine[]> =>
  notesIn(await rowsAt(path, project));

/** The titles of notes. */
export const titlesOf = (notes: readonly NoteLine[]) => notes.map(({ title }) => title);

/** The titles of notes, and when they were written. */
export const timesOf = (notes: readonly NoteLine[]) =>
  notes.map(({ title, created_at }) => [title, created_at]);

/** A decision record. */
export const record = (number: number, title: string, status: string) =>
  `# ${number}. ${title}\n\n## Status\n\n${status}\n\n## Context\n\nFiles have names.\n\n## Decision\n\n${title}.\n`;

let changes = 0;
/** Makes a commit that changes a file of code. */
export function change(
  root: string,
  message: string,
  day = '2026-02-01',
  file = 'src/price.ts',
): string {
  changes += 1;
  write(root, file, `export const change = ${changes};\n`);
  return commitAll(root, day, message);
}

/** A changelog of releases with these versions. */
export const changelog = (...versions: readonly string[]) =>
  versions
    .map(
      (version) =>
        `## ${version}\n\n### Removed\n\n- The command \`old\`, which nobody used any more.\n`,
    )
    .join('\n');

/** A small history of everything that is read. */
export function history(): string {
  const root = emptyRepository();
  write(root, 'docs/adr/0001-blanks.md', record(1, 'Blanks', 'Superseded by [2](0002-dashes.md)'));
  write(root, 'docs/adr/0003-points.md', record(3, 'Points', 'Rejected'));
  commitAll(root, '2026-01-01');
  write(root, 'docs/adr/0002-dashes.md', record(2, 'Dashes', 'Accepted'));
  write(root, 'CHANGELOG.md', changelog('2.0.0'));
  commitAll(root, '2026-01-02');
  const fixed = change(root, FIX, '2026-01-03');
  change(root, 'feat: show prices', '2026-01-04');
  const bad = change(root, FIX.replace('round prices once', 'round prices twice'), '2026-01-05');
  change(
    root,
    `Revert "fix: round prices twice"\n\nThis reverts commit ${bad}.\n\nTotals were wrong again, since each step rounded what was rounded already.`,
    '2026-01-06',
  );
  git(root, 'tag', 'fixed', fixed);
  return root;
}

/** Makes a commit of any bytes and time, which changes a file. */
export function raw(root: string, message: Buffer, seconds = 1_772_366_400): void {
  changes += 1;
  write(root, 'src/raw.ts', `${changes}\n`);
  git(root, 'add', '--all');
  const tree = git(root, 'write-tree');
  const parent = git(root, 'rev-parse', 'HEAD');
  const by = `a <a@example.org> ${seconds} +0000`;
  const head = `tree ${tree}\nparent ${parent}\nauthor ${by}\ncommitter ${by}\n\n`;
  // Other commands would mend what is not in UTF-8.
  const args = ['hash-object', '-t', 'commit', '-w', '--literally', '--stdin'];
  const input = Buffer.concat([Buffer.from(head), message]);
  const commit = execFileSync('git', args, { cwd: root, env: gitEnv(), input }).toString().trim();
  git(root, 'update-ref', 'HEAD', commit);
}

/** Removes what Git stores under a name, and gives its hash. */
export function rmObject(root: string, name: string): string {
  const hash = git(root, 'rev-parse', name);
  rmSync(join(root, '.git/objects', hash.slice(0, 2), hash.slice(2)));
  return hash;
}
