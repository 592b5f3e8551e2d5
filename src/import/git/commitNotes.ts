import { projectKey } from '../../domain/names.js';
import type { PeerNote } from '../peerLines.js';
import { type SourceRow, sourceId } from '../sourceRow.js';
import { anchorsTo } from './anchors.js';
import type { Commit } from './commitLog.js';
import { findingIn, revertedBy } from './commitRules.js';
import { proposedRow } from './proposedRow.js';

/** The notes of a history: what its commits explain, the newest. */
const MOST_NOTES = 1_000;

/**
 * Collects the notes of a history that is read from its newest commit on. What was explained twice becomes one note, with the earlier
 * time; what was taken back later becomes none. It holds at most 1,000 notes: nobody goes through an inbox with more, and what is
 * older says less about the code of today.
 */
export class CommitNotes {
  private readonly notes = new Map<string, PeerNote>();
  /** What newer commits take back, by the first digits of their names. */
  private readonly takenBack = new Map<string, string>();

  constructor(private readonly project: string | undefined) {}

  get isFull(): boolean {
    return this.notes.size >= MOST_NOTES;
  }

  /** Takes in the next older commit. Returns why it gives no note of its own; undefined where it does. */
  take(commit: Commit): string | undefined {
    const later = this.takenBack.get(commit.hash.slice(0, DIGITS));
    if (later !== undefined && commit.hash.startsWith(later)) return 'a later commit reverts it';
    const reverted = revertedBy(commit.message);
    if (reverted !== undefined) this.takenBack.set(reverted.slice(0, DIGITS), reverted);
    const finding = findingIn(commit);
    if (typeof finding === 'string') return finding;
    const { kind, type, title, content } = finding;
    const said = sourceId('git', `${title}\0${content}`, 0);
    const isAgain = this.notes.has(said);
    // A commit that comes later here may be older: it was picked from another branch.
    if (isAgain && (this.notes.get(said)?.at ?? 0) <= commit.at) return AGAIN;
    this.notes.set(said, {
      row: nameOf(commit),
      id: idOf(commit, this.project),
      type,
      title,
      content,
      tags: ['git', kind],
      project: this.project,
      author: commit.author.trim() || undefined,
      at: commit.at,
      anchors: anchorsTo(commit.hash, commit.files),
    });
    return isAgain ? AGAIN : undefined;
  }

  /** The rows of all notes, from the oldest to the newest. */
  *rows(): Generator<SourceRow> {
    for (const note of [...this.notes.values()].sort((a, b) => a.at - b.at))
      yield proposedRow(note);
  }
}

const AGAIN = 'another commit has the same text';

/** As few as Git shows. */
const DIGITS = 7;

/** How a row names a commit. */
export const nameOf = ({ hash }: Pick<Commit, 'hash'>) => `commit ${hash.slice(0, DIGITS)}`;

/** Lines that a review, a rebase or a cherry-pick adds. */
const ADDED = /^\s*(?:[\w-]+-by:|change-id:|\(cherry picked from)/i;

/**
 * The id of the note of a commit. A rebase or a cherry-pick makes another commit of it, and keeps when it was written and what it says:
 * its note stays the same.
 */
function idOf({ at, message }: Commit, project: string | undefined): string {
  const said = message
    .split('\n')
    .filter((line) => !ADDED.test(line))
    .join(' ')
    .replace(/\(#\d+\)|\s+/g, ' ')
    .replace(/ {2,}/g, ' ');
  return sourceId('git', [projectKey(project ?? ''), at, said.trim()].join('\0'), at);
}
