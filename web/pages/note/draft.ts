import type { components, Observation } from 'memory-vault-client';
import { untilDay } from '../../../src/domain/time.js';
import { type Anchor, anchorsIn } from '../../diff/anchorWords.js';
import { tagsIn } from '../../write/formFields.js';

type Change = components['schemas']['ReviseObservation'];
type Save = components['schemas']['SaveObservation'];
type NoteType = Observation['type'];

/** What stands in the fields of the form. */
export interface Draft {
  readonly type: NoteType;
  readonly title: string;
  readonly content: string;
  /** One in each line: tags may hold commas. */
  readonly tags: string;
  /** Those that stay of the ones that are there; of a merged note, also those of the other one. */
  readonly anchors: readonly Anchor[];
  /** What comes to them, one in each line. */
  readonly files: string;
  /** Days in UTC, such as `2027-03-31`; empty for none. */
  readonly valid_until: string;
  readonly review_after: string;
}

type Editable = Pick<
  Observation,
  'type' | 'title' | 'content' | 'tags' | 'anchors' | 'valid_until' | 'review_after'
>;

export function draftOf(note: Editable): Draft {
  const { type, title, content, tags, anchors = [], valid_until = '', review_after = '' } = note;
  const days = { valid_until: valid_until.slice(0, 10), review_after: review_after.slice(0, 10) };
  return { type, title, content, tags: tags.join('\n'), anchors, files: '', ...days };
}

/** What was changed, for the API; undefined when nothing was. */
export function changeOf(note: Editable, draft: Draft): Change | undefined {
  const before = draftOf(note);
  const files = anchorsIn(draft.files);
  const isAboutOthers = draft.anchors.length !== before.anchors.length || files.length > 0;
  const timeOf = (name: 'valid_until' | 'review_after') =>
    draft[name] === before[name] ? {} : { [name]: draft[name] ? untilDay(draft[name]) : null };
  const change: Change = {
    ...(draft.type !== before.type && { type: draft.type }),
    ...(draft.title !== before.title && { title: draft.title }),
    ...(draft.content !== before.content && { content: draft.content }),
    ...(draft.tags !== before.tags && { tags: tagsIn(draft.tags) }),
    ...timeOf('valid_until'),
    ...timeOf('review_after'),
    ...(isAboutOthers && { anchors: [...draft.anchors, ...files] }),
  };
  return Object.keys(change).length === 0 ? undefined : change;
}

/** What stands in the fields of a new note. */
export interface NewDraft extends Draft {
  readonly project: string;
  readonly pinned: boolean;
}

/** A new note, for the API. */
export function newNoteOf(draft: NewDraft): Save {
  const { type, title, content, project } = draft;
  const tags = tagsIn(draft.tags);
  const anchors = anchorsIn(draft.files);
  const timeOf = (name: 'valid_until' | 'review_after') =>
    draft[name] && { [name]: untilDay(draft[name]) };
  return {
    type,
    title,
    content,
    ...(project.trim() && { project }),
    ...(tags.length > 0 && { tags }),
    ...(anchors.length > 0 && { anchors }),
    ...timeOf('valid_until'),
    ...timeOf('review_after'),
  };
}

// A type that is missing does not compile.
const TYPES: Readonly<Record<NoteType, true>> = {
  decision: true,
  pattern: true,
  bugfix: true,
  learning: true,
  context: true,
  antipattern: true,
  task: true,
  feature: true,
  refactor: true,
  discovery: true,
};

// Object.keys forgets that these are the keys.
export const NOTE_TYPES = Object.keys(TYPES) as readonly NoteType[];
