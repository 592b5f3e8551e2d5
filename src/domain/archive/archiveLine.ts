import canonical from 'fast-json-stable-stringify';
import { z } from 'zod';
import { StoredAnchors } from '../anchorSchemas.js';
import { normalisedText, StoredName, Time, text, verbatimText } from '../fields.js';
import { Ulid } from '../ids.js';
import { ObservationType } from '../observation.js';
import { repositoryParts } from '../repository.js';
import { SddPhase } from '../sdd.js';
import { formatTime, toSeconds } from '../time.js';
import { isStorable } from '../unicode.js';

/*
 * The lines of an archive: everything that a vault holds, one JSON object a line. An export writes them, an import takes
 * them, and every source of an import is read as them. Unknown keys are refused, so that nothing is lost silently. Limits
 * are four times as high as those of a request where redaction can make a text longer.
 */

/** RFC 3339; what is parsed is in UTC with whole seconds, as a vault keeps times. */
const LineTime = Time.transform((ms) => formatTime(toSeconds(ms)));

/** More than any note has: what follows is checked piece by piece in one turn. */
const MOST_STATES = 10_000;
const states = <State extends z.ZodType>(state: State) => z.array(state).min(1).max(MOST_STATES);

const MOST_TAGS = 50;

const tag = z.string().trim().min(1).max(800).refine(isStorable, 'must be well-formed Unicode');
const tags = z
  .array(tag)
  .max(1000, 'must be at most 1,000 tags')
  .transform((all) => [...new Set(all)])
  .refine((all) => all.length <= MOST_TAGS, `must be at most ${MOST_TAGS} different tags`);

const SAID = {
  type: ObservationType,
  title: normalisedText(1, 4 * 100),
  content: normalisedText(1, 4 * 524_288),
  tags,
  anchors: StoredAnchors.optional(),
  valid_until: LineTime.optional(),
  review_after: LineTime.optional(),
};

/** What a note said from a moment on. */
export const NoteState = z.strictObject({ ...SAID, at: LineTime });
export type NoteState = z.output<typeof NoteState>;

/** What a state says, to be compared. */
const said = ({
  type,
  title,
  content,
  tags,
  anchors = [],
  valid_until,
  review_after,
}: Omit<NoteState, 'at'>) => ({
  type,
  title,
  content,
  tags,
  anchors,
  valid_until,
  review_after,
});

/** A note in its newest state; `revisions` are all its states from the first to that one, where there are several. */
export const NoteLine = z
  .strictObject({
    record: z.literal('note'),
    id: Ulid,
    ...SAID,
    project: StoredName.optional(),
    team: StoredName.optional(),
    country: StoredName.optional(),
    author: StoredName.optional(),
    session_id: Ulid.optional(),
    created_at: LineTime,
    revisions: states(NoteState).optional(),
    supersedes: Ulid.optional(),
    pinned: z.literal(true).optional(),
    state: z.literal('proposed').optional(),
  })
  .refine(
    ({ revisions, ...note }) => {
      const last = revisions?.at(-1);
      return !last || canonical(said(last)) === canonical(said(note));
    },
    { path: ['revisions'], message: 'must end with the current text of the note' },
  )
  .refine(({ state, pinned, revisions }) => state === undefined || (!pinned && !revisions), {
    path: ['state'],
    message: 'a proposed note has no pin and one revision',
  })
  .refine(({ id, supersedes }) => supersedes !== id, {
    path: ['supersedes'],
    message: 'a note cannot supersede itself',
  });
export type NoteLine = z.output<typeof NoteLine>;

/** A work session, whose notes name it by its id. */
export const SessionLine = z
  .strictObject({
    record: z.literal('session'),
    id: Ulid,
    project: StoredName,
    team: StoredName.optional(),
    country: StoredName.optional(),
    agent: StoredName.optional(),
    goal: text(0, 4 * 65_536).optional(),
    client_ref: StoredName.optional(),
    started_at: LineTime,
    ended_at: LineTime.optional(),
    summary: text(0, 4 * 65_536).optional(),
    state: z.enum(['active', 'abandoned', 'ended']),
  })
  .refine(
    ({ state, ended_at, summary }) =>
      state === 'ended' || (ended_at === undefined && summary === undefined),
    { path: ['state'], message: 'must be ended where there is ended_at or a summary' },
  )
  .refine(({ started_at, ended_at = started_at }) => ended_at >= started_at, {
    path: ['ended_at'],
    message: 'must not be before started_at',
  });
export type SessionLine = z.output<typeof SessionLine>;

/** A prompt with all its versions, the first one first. */
export const PromptLine = z.strictObject({
  record: z.literal('prompt'),
  id: Ulid,
  name: StoredName,
  team: StoredName.optional(),
  created_at: LineTime,
  versions: states(z.strictObject({ content: verbatimText(1, 4 * 524_288), tags, at: LineTime })),
});
export type PromptLine = z.output<typeof PromptLine>;

/** The conventions of a project, for a team or for all, in all their versions. */
export const ConventionsLine = z.strictObject({
  record: z.literal('conventions'),
  project: StoredName,
  team: StoredName.optional(),
  versions: states(z.strictObject({ content: verbatimText(0, 4 * 524_288), at: LineTime })),
});
export type ConventionsLine = z.output<typeof ConventionsLine>;

/** The phases of spec-driven development that a project entered, for a team or for all. */
export const PhasesLine = z.strictObject({
  record: z.literal('phases'),
  project: StoredName,
  team: StoredName.optional(),
  phases: states(z.strictObject({ phase: SddPhase, at: LineTime })),
});
export type PhasesLine = z.output<typeof PhasesLine>;

/** Which project a repository is, for a team or for all. */
export const RepositoryLine = z.strictObject({
  record: z.literal('repository'),
  repository: StoredName.refine(
    (text) => repositoryParts(text) !== undefined,
    'must be such as github.com/acme/api',
  ),
  project: StoredName,
  team: StoredName.optional(),
});
export type RepositoryLine = z.output<typeof RepositoryLine>;

/** One line of an archive. */
export const ArchiveLine = z.discriminatedUnion('record', [
  RepositoryLine,
  NoteLine,
  SessionLine,
  PromptLine,
  ConventionsLine,
  PhasesLine,
]);
export type ArchiveLine = z.output<typeof ArchiveLine>;
