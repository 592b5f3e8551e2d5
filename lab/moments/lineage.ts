import { runGit, saysFix } from './git.js';

/** The part of the first-parent line that is the past. */
const PAST = 0.7;

/** A commit that is no merge. */
export interface Commit {
  readonly id: string;
  readonly parent: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly subject: string;
  readonly body: string;
}

/** What a commit changed at one place of a file. Lines count from 1; a side without lines names the line before. */
export interface Hunk {
  readonly path: string;
  readonly before: { readonly first: number; readonly count: number };
  readonly after: { readonly first: number; readonly count: number };
}

/** A public history with all its branches, cut at a commit of the first-parent line: what that one holds is the past. */
export class Lineage {
  /** The last commit of the past. */
  readonly cut: string;
  readonly head: string;
  /** Newest first. */
  readonly past: readonly Commit[];
  readonly future: readonly Commit[];

  /** A repository with or without a work tree; its HEAD may change later. Throws where Git does not know it. */
  constructor(readonly directory: string) {
    const line = this.git('rev-list', '--first-parent', '--reverse', 'HEAD').trim().split('\n');
    this.cut = line[Math.floor(line.length * PAST)] ?? '';
    this.head = line.at(-1) ?? '';
    this.past = this.commits(this.cut);
    this.future = this.commits(`${this.cut}..${this.head}`);
  }

  /** The fixes of the past, the newest first. */
  get fixes(): readonly Commit[] {
    return this.past.filter(({ subject }) => saysFix(subject));
  }

  /**
   * What one author did in a row in the future, the oldest first: neighbours in topological order, as the commits of a branch are,
   * also of one that was rebased. Without what stands alone.
   */
  branches(): readonly (readonly Commit[])[] {
    const format = '--format=%H %ae';
    const args = ['log', '--no-merges', '--topo-order', '--reverse', format];
    const lines = this.git(...args, `${this.cut}..${this.head}`)
      .trim()
      .split('\n');
    const commits = new Map(this.future.map((commit) => [commit.id, commit]));
    const branches: { author: string; commits: Commit[] }[] = [];
    for (const line of lines) {
      const [id = '', author = ''] = line.split(' ');
      const commit = commits.get(id);
      if (commit === undefined) continue;
      const last = branches.at(-1);
      if (last?.author === author) last.commits.push(commit);
      else branches.push({ author, commits: [commit] });
    }
    return branches.map((one) => one.commits).filter(({ length }) => length > 1);
  }

  /** What a commit changed in plain texts that it did not rename. Blanks do not count. */
  hunks({ id, parent }: Commit): readonly Hunk[] {
    const options = ['-r', '-p', '-U0', '-w', '--no-renames', '--no-ext-diff', '--no-textconv'];
    const only = ['--diff-filter=AM', '--no-color'];
    try {
      return hunksIn(this.git('diff-tree', ...options, ...only, parent, id));
    } catch {
      // A snapshot lacks the largest files.
      return [];
    }
  }

  /** What differs in one file between two commits. Blanks do not count. */
  between(from: string, to: string, path: string): readonly Hunk[] {
    const options = ['-p', '-U0', '-w', '--no-renames', '--no-ext-diff', '--no-textconv'];
    return hunksIn(this.git('diff-tree', ...options, '--no-color', from, to, '--', path));
  }

  /** The files that a commit touched. */
  files({ id, parent }: Commit): readonly string[] {
    const names = this.git('diff-tree', '-r', '-z', '--no-renames', '--name-only', parent, id);
    return names.split('\0').filter(Boolean);
  }

  /** The bytes of a plain file at a commit, undefined where there is none. */
  bytes(commit: string, path: string): Buffer | undefined {
    const entry = this.git('ls-tree', '-z', commit, '--', path);
    const [, id] = /^100\d+ blob ([0-9a-f]+)\t/.exec(entry) ?? [];
    return id === undefined ? undefined : runGit(this.directory, ['cat-file', 'blob', id]);
  }

  /** The files of a commit. */
  tree(commit: string): readonly string[] {
    return this.git('ls-tree', '-r', '-z', '--name-only', commit).split('\0').filter(Boolean);
  }

  /** The commits that `git blame -w` names for some lines of a file, blank lines left out. */
  blamed(commit: string, path: string, first: number, last: number): ReadonlySet<string> {
    const args = ['blame', '-w', '--line-porcelain', '-L', `${first},${last}`, commit, '--', path];
    const found = new Set<string>();
    let id = '';
    for (const line of this.git(...args).split('\n')) {
      id = /^([0-9a-f]{40,64}) \d+ \d+/.exec(line)?.[1] ?? id;
      if (line.startsWith('\t') && line.trim() !== '') found.add(id);
    }
    return found;
  }

  private commits(range: string): readonly Commit[] {
    const format = '--format=%H%x00%P%x00%ct%x00%B%x1e';
    return this.git('log', '--no-merges', format, range)
      .split('\x1e')
      .flatMap((record) => {
        const [id = '', parent = '', seconds, message = ''] = record.trimStart().split('\0');
        if (parent === '') return [];
        const [subject = '', ...rest] = message.trim().split('\n');
        const body = rest
          .join('\n')
          .replace(/^\s*\n/, '')
          .trimEnd();
        return [{ id, parent, at: Number(seconds) * 1000, subject, body }];
      });
  }

  private git(...args: readonly string[]): string {
    return runGit(this.directory, args).toString();
  }
}

/** The hunks of a diff without context. */
export function hunksIn(diff: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let path: string | undefined;
  let left = 0;
  for (const line of diff.split('\n')) {
    // The lines of a hunk can look like heads.
    if (left > 0) {
      if (/^[-+]/.test(line)) left -= 1;
      continue;
    }
    if (line.startsWith('+++ ')) path = /^\+\+\+ b\/([^\t]*)\t?$/.exec(line)?.[1];
    const [, from, less = '1', to, more = '1'] =
      /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (from === undefined) continue;
    left = Number(less) + Number(more);
    if (path === undefined) continue;
    hunks.push({
      path,
      before: { first: Number(from), count: Number(less) },
      after: { first: Number(to), count: Number(more) },
    });
  }
  return hunks;
}

/** Files that say what was done, or that programs write. A fix leaves text in them that later changes do not depend on. */
export const isRecord = (path: string) =>
  /(?:^|\/)(?:change(?:s|log)?|news|history|authors|contributors|release[-_]?notes|relnotes)\b[^/]*$/i.test(
    path,
  ) ||
  /(?:^|\/)(?:news|relnotes|changelog|RelNotes|\.changes)\//i.test(path) ||
  /(?:^|\/)[^/]*(?:\.lock|-lock\.(?:json|yaml)|\.min\.js|go\.sum|\.snap)$/i.test(path);
