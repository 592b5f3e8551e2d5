import type { z } from 'zod';
import type { HiveItem } from '../commands/receiveObservation.js';
import { isOfPerson } from '../domain/caller.js';
import type { ObservationType } from '../domain/observation.js';
import { redactPii } from '../domain/pii.js';
import { suspicionOf } from '../domain/suspect.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { ObservationState } from '../events/observation.js';
import { projectStreamKeys } from '../events/recorded.js';
import type { PrivacyFilter } from '../privacy/privacyFilter.js';
import type { ExportedName, NameOf } from './hiveKey.js';

/** A note as it is sent. */
type ExportedNote = NonNullable<z.input<typeof HiveItem>['note']>;

/** The current state of a note. */
type KeptNote = Extract<ObservationState, { status: 'kept' }>;

/** Why a note is withheld. */
export const WITHHELD_BECAUSE = {
  received: 'it was received from another vault',
  own: 'it is in the project personal, which only you see',
  proposed: 'it is proposed, and nobody has accepted it',
  suspect: 'it speaks to the model that reads it',
  type: 'its type is not in VAULT_HIVE_TYPES',
  paused: 'its project is paused',
  private: 'the privacy filter finds a secret or a private block in it',
  personal: 'it has several kinds of personal data',
} as const;
export type WithheldReason = keyof typeof WITHHELD_BECAUSE;

/** The note to send, or why it stays; with the key of the project or the kinds of data that were found where they are the reason. */
type ExportDecision =
  | { readonly note: ExportedNote; readonly replaced: readonly string[] }
  | { readonly stays: 'paused'; readonly key: string }
  | { readonly stays: Exclude<WithheldReason, 'paused'>; readonly found: readonly string[] };

/** What the export policy depends on. */
export interface ExportRules {
  readonly types: readonly ObservationType[];
  readonly filter: PrivacyFilter;
  readonly names: ExportedName;
  /** Whether the project is paused whose streams may have these keys. */
  readonly isPaused: (keys: KnownProject['keys']) => Promise<boolean>;
  /** The project of a work session; undefined for an unknown one. */
  readonly projectOf: (session_id: string) => Promise<KnownProject | undefined>;
}

/** A project by the keys of its streams, and by its name, which is forgotten with the session that it is known from. */
export interface KnownProject {
  /** As `projectStreamKeys`: today's first. */
  readonly keys: ReturnType<typeof projectStreamKeys>;
  readonly name: string | undefined;
}

/** A note with this many kinds of personal data is about a person. */
const TOO_MANY_KINDS = 2;

/** Decides whether a note may leave, and in which form. */
export async function exportPolicy(kept: KeptNote, rules: ExportRules): Promise<ExportDecision> {
  const { note, saved_at } = kept;
  const stay = (stays: Exclude<WithheldReason, 'paused'>, found: readonly string[] = []) => ({
    stays,
    found,
  });
  if (note.origin) return stay('received');
  if (isOfPerson(note.team)) return stay('own');
  if (note.state === 'proposed') return stay('proposed');
  if (suspicionOf(note) !== null) return stay('suspect');
  if (!rules.types.includes(note.type)) return stay('type');
  const project = await projectOf(note, rules);
  if (project && (await rules.isPaused(project.keys)))
    return { stays: 'paused', key: project.keys[0] };

  const kinds = new Set<string>();
  const withoutPii = (text: string) => {
    const { text: rest, kinds: found } = redactPii(text);
    for (const kind of found) kinds.add(kind);
    return rest;
  };
  const secrets = new Set<string>();
  const { anchors = [] } = note;
  const named = anchors.flatMap(({ path = '', symbol = '', branch = '' }) => [
    path,
    symbol,
    branch,
  ]);
  for (const text of [note.title, note.content, note.country ?? '', ...note.tags, ...named]) {
    for (const { kind } of (await rules.filter(text)).finds) secrets.add(kind);
  }
  if (secrets.size > 0) return stay('private', [...secrets].sort());
  const title = withoutPii(note.title);
  const content = withoutPii(note.content);
  const tags = [...new Set(note.tags.map(withoutPii))];
  const country = note.country && withoutPii(note.country);
  const about = anchors.map(({ path, symbol, branch, ...rest }) => ({
    ...rest,
    path: path && withoutPii(path),
    symbol: symbol && withoutPii(symbol),
    branch: branch && withoutPii(branch),
  }));
  const replaced = [...kinds].sort();
  if (replaced.length >= TOO_MANY_KINDS) return stay('personal', replaced);

  const { session_id, type, valid_until, review_after } = note;
  const hashed = async (of: NameOf, given: string | undefined) =>
    given === undefined ? undefined : rules.names(of, given);
  return {
    note: {
      session_id,
      type,
      title,
      content,
      tags,
      anchors: about.length > 0 ? about : undefined,
      country,
      project: await hashed('project', project?.name),
      team: await hashed('team', note.team),
      author: await hashed('author', note.author),
      created_at: formatTime(note.created_at ?? toSeconds(saved_at)),
      valid_until: valid_until === undefined ? undefined : formatTime(valid_until),
      review_after: review_after === undefined ? undefined : formatTime(review_after),
    },
    replaced,
  };
}

/** The project that a note belongs to: its own, or else that of the work session in which it was saved. */
async function projectOf(
  { project, session_id }: KeptNote['note'],
  rules: ExportRules,
): Promise<KnownProject | undefined> {
  if (project !== undefined) return { keys: projectStreamKeys(project), name: project };
  return session_id === null ? undefined : rules.projectOf(session_id);
}
