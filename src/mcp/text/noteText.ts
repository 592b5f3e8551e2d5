import type { Observation } from 'memory-vault-client';
import { anchorTexts } from '../../domain/anchor.js';
import type { Layer } from '../../domain/layers.js';
import { estimateTokens } from '../../domain/tokens.js';
import { VERDICTS } from '../../domain/told.js';
import { SHORT_ID } from '../../domain/ulid.js';
import { visible, visibleLine } from '../../domain/untrustedText.js';
import { VALIDITY_WORDS } from '../../domain/validity.js';
import { type Bounds, shortened } from './cut.js';

/**
 * A note as an agent may be given it: nothing of what one says that speaks to its reader, or that nobody has accepted yet. All that
 * makes text of notes for a model asks this.
 */
export function givable<N extends Observation>(note: N): N {
  const { suspect, state } = note;
  if (suspect === undefined && state === undefined) return note;
  const title =
    suspect === undefined ? '(proposed: nobody has accepted it)' : '(withheld as suspect)';
  const content =
    'Only a person can read its text: `memory-vault inbox` and `memory-vault review` list it.';
  return {
    ...note,
    title,
    content,
    content_bytes: undefined,
    tags: [],
    anchors: undefined,
    author: undefined,
  };
}

/** A note as a model reads it: a line about it, its title, its content. `state` says whether what it is about has changed. */
export function noteText(note: Observation, state?: string): string {
  return `${noteHead(note, state)}\n${visible(givable(note).content)}`;
}

/** What comes before the content. */
export function noteHead(note: Observation, state?: string): string {
  const { id, created_at, updated_at, type, title, tags, project, author, ...more } = givable(note);
  const { superseded_by, supersedes, pinned, verdicts, anchors, valid_until, validity } = more;
  const about = [
    id,
    created_at.slice(0, 10),
    updated_at && `revised ${updated_at.slice(0, 10)}`,
    type,
    project && `in ${project}`,
    author && `by ${author}`,
    pinned && 'pinned',
    verdicts &&
      `found ${VERDICTS.filter((one) => verdicts[one] > 0)
        .map((one) => `${one} ${verdicts[one]}×`)
        .join(', ')}`,
    valid_until && `valid until ${valid_until}`,
    validity && VALIDITY_WORDS[validity],
    superseded_by && `superseded by ${superseded_by}`,
    supersedes && `supersedes ${supersedes}`,
    anchors && `about ${anchorTexts(anchors).join(', ')}`,
    state && `(${state})`,
    ...tags.map((tag) => `#${tag}`),
  ];
  return `${visibleLine(about.filter(Boolean).join(' '))}\n${visibleLine(title)}`;
}

/** A row always fits into the budget of a search, whatever it is written in. */
const TITLE: Bounds = { longest: 80 };
const PROJECT: Bounds = { longest: 60 };

/** Characters of a note that are read for its row. What is behind them is estimated, too. */
export const READ_FOR_ROWS = 4000;

interface RowOptions {
  /** Whether each row names its project. */
  readonly project?: boolean;
  readonly title?: Bounds;
  /** The notes whose files have changed since, by their ids. */
  readonly changed?: ReadonlyMap<string, string> | undefined;
}

/**
 * The rows of an index, such as `80ZGCS1A 2026-11-22 bugfix Webhook retries doubled charges ~300t`: the short id of a note,
 * its day, type and title, and about how many tokens the whole note has. Before the title stands the layer that it comes from. Behind that stands what else one should know: that it
 * is pinned or often wrong, that it has expired or may be out of date, that the text has changed that it is about, or the short
 * id of the note that took its place.
 */
export function indexRows(
  notes: readonly (Observation & { readonly layer?: Layer | undefined })[],
  { project: showsProject = false, title: bounds = TITLE, changed }: RowOptions = {},
): string[] {
  const shortIds = shortIdsOf(notes.map(({ id }) => id));
  return notes.map((note, i) => {
    const { created_at, type, title, content, content_bytes, project } = givable(note);
    const named = showsProject ? project : note.layer;
    const of = named === undefined ? '' : `[${shortened(named, PROJECT)}] `;
    const size = estimateTokens(title) + estimateTokens(content, content_bytes);
    return `${shortIds[i]} ${created_at.slice(0, 10)} ${type} ${of}${shortened(title, bounds)} ~${size}t${marksOf(note, changed?.get(note.id))}`;
  });
}

/** A row has its day: that it is old is said in two tokens. */
const IN_ROWS = { ...VALIDITY_WORDS, aged: 'outdated?' } as const;

function marksOf(
  { pinned, superseded_by, often_wrong, validity }: Observation,
  change: string | undefined,
): string {
  const by = superseded_by === undefined ? '' : ` superseded by ${superseded_by.slice(-SHORT_ID)}`;
  const wrong = often_wrong ? ' often wrong' : '';
  const holds = validity === undefined ? '' : ` ${IN_ROWS[validity]}`;
  return `${pinned ? ' pinned' : ''}${wrong}${holds}${change === undefined ? '' : ` ${change}`}${by}`;
}

/** The last 8 characters of each id, more where two would be the same. */
export function shortIdsOf(ids: readonly string[]): string[] {
  for (let length = SHORT_ID; ; length += 1) {
    const short = ids.map((id) => id.slice(-length));
    if (length >= 26 || new Set(short).size === new Set(ids).size) return short;
  }
}

/** As many of the first rows as a budget of tokens allows. */
export function rowsWithin(rows: readonly string[], tokens: number): string[] {
  let left = tokens;
  const end = rows.findIndex((row) => {
    left -= estimateTokens(row);
    return left < 0;
  });
  return end < 0 ? [...rows] : rows.slice(0, end);
}
