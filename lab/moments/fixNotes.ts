import type { ImportObservation, VaultClient } from 'memory-vault-client';
import { AnchorRefused, anchorOf, type FileAnchor } from '../../src/checkout/anchorFile.js';
import { sayRange } from '../../src/checkout/fileText.js';
import { checkOut, shuffled } from './borrowed.js';
import { saysFix } from './git.js';
import { type Commit, type Hunk, isRecord, type Lineage } from './lineage.js';
import { type Command, commandsIn, type ErrorText, errorTextsIn } from './quotes.js';

/** Notes of one repository, and how many of them may be there because they quote something. */
const MOST = { notes: 400, quoting: 200 };
const MOST_FILES = 10;
const MOST_ANCHORS = 6;
const LONGEST_TITLE = 200;
const LONGEST_CONTENT = 8000;
const BATCH = 100;
/** Lines at the end of a message that name people and tickets. */
const TRAILER =
  /^(?:[A-Z][\w-]*-by|co-authored-by|reviewed-on|change-id|cc|signed-off-by|pr-url|fixes|closes|refs?|see also|git-svn-id):? .*$/i;

/** What a fix of the past would have left in the vault. */
export interface FixNote {
  /** Of the vault. */
  readonly id: string;
  readonly commit: Commit;
  readonly title: string;
  readonly content: string;
  readonly anchors: readonly FileAnchor[];
  /** All files of the fix. */
  readonly files: readonly string[];
  readonly errors: readonly ErrorText[];
  readonly commands: readonly Command[];
}

type Unsaved = Omit<FixNote, 'id'>;

/**
 * Saves notes of the fixes and reverts of the past, and of changes that quote an error text: first of those that quote something,
 * then half of the newest, half of older ones. They are anchored at the lines that the fix left.
 */
export async function saveFixNotes(
  lineage: Lineage,
  root: string,
  project: string,
  vault: VaultClient,
  random: () => number,
): Promise<readonly FixNote[]> {
  const made: Unsaved[] = [];
  for (const commit of candidates(lineage, random)) {
    if (made.length >= MOST.notes) break;
    const note = noteOf(lineage, commit, root);
    if (note) made.push(note);
  }
  made.sort((a, b) => a.commit.at - b.commit.at);
  const saved: FixNote[] = [];
  for (let from = 0; from < made.length; from += BATCH) {
    const batch = made.slice(from, from + BATCH);
    const body = batch.map((note) => requestOf(note, project));
    const { data } = await vault.POST('/api/v1/observations/batch', { body });
    for (const [i, note] of batch.entries()) {
      const result = data.results[i];
      if (result && 'id' in result) saved.push({ ...note, id: result.id });
      else throw new Error(`${note.commit.id} was refused: ${JSON.stringify(result)}`);
    }
  }
  return saved;
}

/** More than are needed: some have no text to anchor at. */
function candidates({ past }: Lineage, random: () => number): readonly Commit[] {
  const errs = (commit: Commit) => errorTextsIn(contentOf(commit)).length > 0;
  const fixes = past.filter((commit) => saysFix(commit.subject) || errs(commit));
  const quoting = fixes.filter(
    (commit) => errs(commit) || commandsIn(contentOf(commit)).length > 0,
  );
  const first = new Set(shuffled(quoting, random).slice(0, MOST.quoting));
  const others = fixes.filter((commit) => !first.has(commit));
  const half = Math.ceil((MOST.notes - first.size) / 2);
  const older = shuffled(others.slice(half), random);
  return [...first, ...others.slice(0, half), ...older];
}

function noteOf(lineage: Lineage, commit: Commit, root: string): Unsaved | undefined {
  const files = lineage.files(commit);
  if (files.length > MOST_FILES) return undefined;
  const anchors: FileAnchor[] = [];
  for (const { path, after } of spread(lineage.hunks(commit))) {
    if (anchors.length >= MOST_ANCHORS) break;
    const bytes = lineage.bytes(commit.id, path);
    if (bytes === undefined) continue;
    checkOut(root, commit.id, path, bytes);
    const lines = sayRange({ first: after.first, last: after.first + after.count - 1 });
    try {
      anchors.push(anchorOf(root, `${path}:${lines}`, root));
    } catch (error) {
      // No text, or too large.
      if (!(error instanceof AnchorRefused)) throw error;
    }
    checkOut(root, commit.id, path);
  }
  if (anchors.length === 0) return undefined;
  const content = contentOf(commit);
  const title = commit.subject.slice(0, LONGEST_TITLE);
  const [errors, commands] = [errorTextsIn(content), commandsIn(content)];
  return { commit, title, content, anchors, files, errors, commands };
}

/** The hunks that left lines: the first of each file, then the second of each. */
function spread(hunks: readonly Hunk[]): readonly Hunk[] {
  const counts = new Map<string, number>();
  return hunks
    .filter(({ path, after }) => after.count > 0 && !isRecord(path))
    .map((hunk) => {
      const nth = counts.get(hunk.path) ?? 0;
      counts.set(hunk.path, nth + 1);
      return { hunk, nth };
    })
    .toSorted((a, b) => a.nth - b.nth)
    .map(({ hunk }) => hunk);
}

function contentOf({ subject, body }: Commit): string {
  const lines = body.split('\n');
  while (lines.length > 0 && (lines.at(-1)?.trim() === '' || TRAILER.test(lines.at(-1) ?? '')))
    lines.pop();
  return lines.join('\n').slice(0, LONGEST_CONTENT).trimEnd() || subject;
}

function requestOf(
  { title, content, anchors, commit }: Unsaved,
  project: string,
): ImportObservation {
  const created_at = new Date(commit.at).toISOString();
  return {
    title,
    content,
    type: 'bugfix',
    project,
    anchors: [...anchors],
    created_at,
    force: true,
  };
}
