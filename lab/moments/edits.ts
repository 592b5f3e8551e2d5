import type { Case } from './action.js';
import { shuffled } from './borrowed.js';
import type { FixNote } from './fixNotes.js';
import { type Commit, type Hunk, isRecord, type Lineage } from './lineage.js';
import { linesIn } from './truth.js';

/** Edits of one repository: in files that notes are about, and in others. */
const MOST = { noted: 240, others: 100 };
/** Further edits in which a note matters, and edits that are looked at to find them. */
const SOUGHT = { found: 40, looked: 250 };
/** Of one commit and kind, so that a large change does not outweigh the others. */
const MOST_OF_COMMIT = 3;
const MOST_FILES = 20;
/** Longer ones are no edit that an agent makes at once. */
const LONGEST = 120;
/** Lines of context that an agent adds until its text stands once in the file. */
const MOST_CONTEXT = 10;
/** An edit of a larger part of a file is made by writing the file whole. */
const WHOLE = 0.6;

/**
 * Hunks of later commits, as edits that an agent makes at the parent of the commit.
 *
 * A note matters in one when `git blame -w` names its fix for a line that the hunk replaces (for a pure insertion: for the line
 * before or behind it), or when the message of the later commit names the fix by its hash or reverts it by its subject, and the file
 * is one of the fix. Blank lines do not count. Files are followed through renames, as blame does.
 */
export function editCases(
  lineage: Lineage,
  notes: readonly FixNote[],
  project: string,
  random: () => number,
): readonly Case[] {
  const noted = new Set(notes.flatMap(({ anchors }) => anchors.map(({ path }) => path)));
  const byCommit = new Map(notes.map((note) => [note.commit.id, note]));
  const found = { noted: [] as Case[], others: [] as Case[], sought: [] as Case[] };
  let looked = 0;
  for (const commit of shuffled(lineage.future, random)) {
    const isEnough = found.sought.length >= SOUGHT.found || looked >= SOUGHT.looked;
    if (isEnough && found.noted.length >= MOST.noted && found.others.length >= MOST.others) break;
    const hunks = lineage.hunks(commit);
    if (new Set(hunks.map(({ path }) => path)).size > MOST_FILES) continue;
    const named = namedBy(commit, notes);
    const taken = { noted: 0, others: 0, sought: 0 };
    for (const hunk of shuffled(hunks, random)) {
      const own = noted.has(hunk.path) ? 'noted' : 'others';
      const kind = own === 'noted' && found.noted.length >= MOST.noted ? 'sought' : own;
      const isFull = kind === 'sought' ? isEnough : found[kind].length >= MOST[kind];
      if (isFull || taken[kind] >= MOST_OF_COMMIT) continue;
      if (isRecord(hunk.path) || hunk.before.count > LONGEST) continue;
      const made = caseOf(lineage, commit, hunk, byCommit, named, own === 'noted', project, random);
      if (kind === 'sought') looked += 1;
      if (made === undefined || (kind === 'sought' && made.matters.size === 0)) continue;
      found[kind].push(kind === 'sought' ? { ...made, kind: 'sought edit', sought: true } : made);
      taken[kind] += 1;
    }
  }
  return [...found.noted, ...found.others, ...found.sought];
}

function caseOf(
  lineage: Lineage,
  commit: Commit,
  hunk: Hunk,
  byCommit: ReadonlyMap<string, FixNote>,
  named: readonly FixNote[],
  isNoted: boolean,
  project: string,
  random: () => number,
): Case | undefined {
  const { path } = hunk;
  const bytes = lineage.bytes(commit.parent, path);
  const lines = bytes && linesIn(bytes);
  if (bytes === undefined || lines === undefined || lines.length === 0 || bytes.includes(0))
    return undefined;
  const { first, last } = linesOf(hunk, lines.length);
  const blamed = [...lineage.blamed(commit.parent, path, first, last)].flatMap(
    (id) => byCommit.get(id) ?? [],
  );
  const mentioned = named.filter(({ files }) => files.includes(path));
  const context = 1 + Math.floor(random() * 3);
  const texts = editTexts(lines, linesIn(lineage.bytes(commit.id, path) ?? bytes), hunk, context);
  return {
    action: { moment: 'before_edit', file: path, ...texts },
    project,
    checkout: { commit: commit.parent, path, bytes, changed: { first, last } },
    matters: new Set([...blamed, ...mentioned].map(({ id }) => id)),
    either: new Set(),
    kind: isNoted ? 'edit in a file with notes' : 'edit in another file',
    source: `${project} ${commit.id.slice(0, 10)} ${path}:${first}-${last} "${commit.subject}"`,
  };
}

/** The lines that a hunk replaces, or those around a pure insertion. */
export function linesOf({ before: { first, count } }: Hunk, all: number) {
  if (count > 0) return { first, last: first + count - 1 };
  return { first: Math.max(1, first), last: Math.min(all, first + 1) };
}

/**
 * The text that an agent would name for a hunk, with lines around it, and more of them until it stands once in the file; and the text
 * that takes its place. Without both for an edit of most of a file, which is written whole.
 */
export function editTexts(
  lines: readonly string[],
  later: readonly string[],
  { before, after }: Hunk,
  context: number,
): { before?: string; after?: string } {
  if (lines.length > 10 && before.count > lines.length * WHOLE) return {};
  // A side without lines names the line before.
  const from = before.count === 0 ? before.first : before.first - 1;
  const to = from + before.count;
  const text = lines.join('\n');
  const start = after.count === 0 ? after.first : after.first - 1;
  for (let around = context; ; around += 1) {
    const above = lines.slice(Math.max(0, from - around), from);
    const below = lines.slice(to, to + around);
    const named = [...above, ...lines.slice(from, to), ...below].join('\n');
    const isSingle = named !== '' && text.split(named, 3).length === 2;
    if (!isSingle && around < MOST_CONTEXT) continue;
    const put = [...above, ...later.slice(start, start + after.count), ...below].join('\n');
    return { before: named, after: put };
  }
}

/** The notes whose fix a message names by its hash, or reverts. */
function namedBy({ subject, body }: Commit, notes: readonly FixNote[]): readonly FixNote[] {
  const ids = `${subject}\n${body}`.match(/\b[0-9a-f]{7,40}\b/g) ?? [];
  const [, reverted] = /^revert:? "?(.+?)"?$/i.exec(subject) ?? [];
  return notes.filter(
    ({ commit }) =>
      ids.some((id) => commit.id.startsWith(id)) ||
      (reverted !== undefined && commit.subject === reverted),
  );
}
