import { statSync } from 'node:fs';
import { codeOf, Diagnostic, messageOf } from '../diagnostics/diagnostic.js';
import { type Commit, commitsIn, LOG } from './git/commitLog.js';
import { CommitNotes, nameOf } from './git/commitNotes.js';
import { fileRows } from './git/fileNotes.js';
import { directoryOf, type Repository, repositoryAt } from './git/repository.js';
import { untilFailure } from './peerRows.js';
import type { Source, SourceRow } from './sourceRow.js';

/** For the whole history; the largest takes minutes. */
const LOG_MS = 600_000;
/** For all else that is asked. */
const FILES_MS = 120_000;

/**
 * The history of a Git repository, as proposed notes of `project`: what its commits, its decision records and its changelogs explain.
 * `path` is any folder in it. Throws `cannot_open` where there is no repository, or no Git that reads it. Its rows account for each
 * commit but merges, and the notes come at the end.
 */
export async function openGitHistory(
  path: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  const folder = await directoryAt(path);
  return {
    name: 'git',
    async *rows() {
      const repository = repositoryAt(folder, AbortSignal.timeout(FILES_MS));
      if (await isUnborn(repository)) return;
      const isCut = await isShallow(repository);
      yield* untilFailure('decision records and changelogs', fileRows(repository, project));
      try {
        yield* commitRows(repositoryAt(folder, AbortSignal.timeout(LOG_MS)), project);
      } catch (error) {
        throw unreadable(path, error);
      }
      if (isCut) yield { row: 'the history', skipped: CUT };
    },
    close() {},
  };
}

const CUT =
  'the clone is shallow, so older commits are not here: git fetch --unshallow brings them';

async function* commitRows(
  repository: Repository,
  project: string | undefined,
): AsyncGenerator<SourceRow> {
  const notes = new CommitNotes(project);
  let last: Commit | undefined;
  try {
    for await (const commit of commitsIn(repository.read(...LOG, 'HEAD'))) {
      last = commit;
      if (notes.isFull) {
        yield {
          row: nameOf(commit),
          skipped: 'it and all before it: newer ones give enough notes',
        };
        break;
      }
      const reason = notes.take(commit);
      if (reason !== undefined) yield { row: nameOf(commit), skipped: reason };
    }
  } catch (error) {
    if (last === undefined) throw error;
    yield { row: `all before ${nameOf(last)}`, skipped: messageOf(error) };
  }
  yield* notes.rows();
}

const isShallow = async ({ ask }: Repository) =>
  (await ask('rev-parse', '--is-shallow-repository').catch(() => '')).trim() === 'true';

/** Whether there is no commit yet. Where Git cannot say so, there may be some. */
async function isUnborn({ ask }: Repository): Promise<boolean> {
  try {
    const branch = await ask('symbolic-ref', 'HEAD');
    return (await ask('for-each-ref', branch.trim())) === '';
  } catch {
    return false;
  }
}

/** The directory of the repository that a folder is in. Throws `cannot_open` where it is in none that can be read. */
async function directoryAt(path: string): Promise<string> {
  const refused = (problem: string, next: string) =>
    new Diagnostic('cannot_open', `${path} ${problem}`, { file: path, next });
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw refused('is no folder', 'name a folder of a Git repository');
  try {
    return await directoryOf(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      throw refused('cannot be read without Git', 'install Git, and see that PATH names it');
    if (/^fatal: not a git repository/m.test(messageOf(error)))
      throw refused('is in no Git repository', 'name a folder of a Git repository');
    throw unreadable(path, error);
  }
}

/** Of what Git says, the first line that says why: warnings may come before it, and advice behind. */
function unreadable(path: string, cause: unknown): Diagnostic {
  const said = messageOf(cause);
  const [, reason = said] = /^fatal: (.+)$/m.exec(said) ?? [];
  return new Diagnostic('cannot_open', `${path} cannot be read by Git: ${reason}`, {
    file: path,
    next: 'run git log there to see why',
    cause,
  });
}
