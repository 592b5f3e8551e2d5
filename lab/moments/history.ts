import type { LineRange } from '../../src/checkout/fileText.js';
import { runGit, saysFix } from './git.js';

/** A file that a fix left, and the lines that it left there. */
export interface Place {
  /** The number of the fix in `commits`. */
  readonly at: number;
  readonly path: string;
  readonly hunks: readonly LineRange[];
}

/** The public history of a repository, read with Git: its first-parent line from the oldest commit to HEAD. */
export class History {
  readonly commits: readonly string[];
  private readonly subjects: readonly string[];
  private readonly renames: readonly { at: number; from: string; to: string }[];

  /** A repository with or without a work tree. Throws where Git does not know it. */
  constructor(readonly directory: string) {
    const log = (...args: readonly string[]) =>
      this.git('log', '--first-parent', '--reverse', ...args, 'HEAD');
    const lines = log('--format=%H %s').trimEnd().split('\n');
    this.commits = lines.map((line) => line.slice(0, line.indexOf(' ')));
    this.subjects = lines.map((line) => line.slice(line.indexOf(' ') + 1));
    const numbers = new Map(this.commits.map((commit, at) => [commit, at]));
    const renames = log('-m', '-M', '-z', '--diff-filter=R', '--name-status', '--format=%H');
    const fields = renames.split('\0').map((field) => field.trim());
    let at = 0;
    this.renames = fields.flatMap((field, i) => {
      at = numbers.get(field) ?? at;
      const [from, to] = [fields[i + 1], fields[i + 2]];
      return /^R\d{3}$/.test(field) && from && to ? [{ at, from, to }] : [];
    });
  }

  get last(): number {
    return this.commits.length - 1;
  }

  /** The commits whose subject says that they mend something, and that a look can follow. */
  fixes(after: number): readonly number[] {
    return [...this.commits.keys()].filter(
      (at) => at > 0 && at + after <= this.last && saysFix(this.subjects[at] ?? ''),
    );
  }

  /** The plain files that a commit changed or added. */
  changedBy(at: number): readonly string[] {
    const raw = this.git('diff-tree', '-r', '-z', '--no-renames', ...this.pair(at - 1, at));
    const fields = raw.split('\0');
    return fields.flatMap((field, i) =>
      /^:\d+ 100\d+ .* [AM]$/.test(field) ? [fields[i + 1] ?? ''] : [],
    );
  }

  /** The lines that a commit left in a file, as it has them. */
  hunks(at: number, path: string): readonly LineRange[] {
    return [...this.diff(at - 1, at, path).matchAll(/^@@ \S+ \+(\d+)(?:,(\d+))? @@/gm)].flatMap(
      ([, from, count = '1']) => {
        const [first, lines] = [Number(from), Number(count)];
        return lines === 0 ? [] : [{ first, last: first + lines - 1 }];
      },
    );
  }

  /** What differs between two commits of a file, without context: blanks do not count. */
  diff(from: number, to: number, path: string): string {
    const options = ['-p', '-U0', '-w', '--no-ext-diff', '--no-textconv', '--no-renames'];
    return this.git('diff-tree', ...options, ...this.pair(from, to), '--', path);
  }

  /** The bytes of a plain file at a commit, undefined where there is none. */
  bytes(at: number, path: string): Buffer | undefined {
    const entry = this.git('ls-tree', '-z', this.commit(at), '--', path);
    const [, id] = /^100\d+ blob ([0-9a-f]+)\t/.exec(entry) ?? [];
    return id === undefined ? undefined : this.run('cat-file', 'blob', id);
  }

  /** The name that a file of one commit has at a later one, followed through what Git calls a rename. */
  nameAt(path: string, from: number, to: number): string {
    return this.renames
      .filter(({ at }) => at > from && at <= to)
      .reduce((name, rename) => (rename.from === name ? rename.to : name), path);
  }

  /** `git blame --incremental` of a file, as far back as an earlier commit. Finds text that moved within the file. */
  blame(from: number, to: number, path: string): string {
    const range = `${this.commit(from)}..${this.commit(to)}`;
    return this.git('blame', '--incremental', '--first-parent', '-w', '-M', range, '--', path);
  }

  commit(at: number): string {
    return this.commits[at] ?? '';
  }

  private pair(from: number, to: number) {
    return [this.commit(from), this.commit(to)];
  }

  private git(...args: readonly string[]): string {
    return this.run(...args).toString();
  }

  private run(...args: readonly string[]): Buffer {
    return runGit(this.directory, args);
  }
}
