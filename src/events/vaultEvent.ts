import type {
  AdminFact,
  ErasureFact,
  ForgettingFact,
  PurgeFact,
  RedactionFact,
} from './administration.js';
import type { ConventionsFact, PromptFact, SddFact } from './documents.js';
import type { HiveFact, HiveMemberFact } from './hive.js';
import type { ObservationFact, PinFact } from './observation.js';
import type { Erased, Fact, RecordedFact, Stream } from './recorded.js';
import type { SessionFact } from './session.js';
import type { InviteFact, TeamFact } from './team.js';

/** All facts that the vault can record. */
export type VaultFact =
  | ObservationFact
  | PinFact
  | SessionFact
  | PromptFact
  | ConventionsFact
  | SddFact
  | HiveFact
  | HiveMemberFact
  | RedactionFact
  | ErasureFact
  | PurgeFact
  | ForgettingFact
  | TeamFact
  | InviteFact
  | AdminFact;

export type VaultEventType = VaultFact['type'];

/** All facts in their recorded form. */
export type VaultEvent = RecordedFact<VaultFact>;

/** An event as the log returns it: erased ones without their payload. */
export type LoggedEvent = VaultEvent | Erased;

/**
 * The schema in which each type is written. A new shape raises its number and needs an upcaster from the one before.
 * Old events are never rewritten.
 */
export const CURRENT_SCHEMA = {
  'observation.saved': 1,
  'observation.revised': 1,
  'observation.forgotten': 1,
  'pin.set': 1,
  'pin.removed': 1,
  'session.started': 1,
  'session.goal_set': 1,
  'session.abandoned': 1,
  'session.ended': 1,
  'session.forgotten': 1,
  'prompt.saved': 1,
  'prompt.forgotten': 1,
  'conventions.published': 1,
  'conventions.forgotten': 1,
  'sdd.phase_entered': 1,
  'sdd.forgotten': 1,
  'hive.project_paused': 1,
  'hive.project_resumed': 1,
  'hive.project_forgotten': 1,
  'hive.key_issued': 1,
  'hive.key_bound': 1,
  'hive.key_revoked': 1,
  'event.redacted': 1,
  'event.forgotten': 1,
  'vault.purged': 1,
  'vault.forgotten': 1,
  'team.created': 1,
  'team.removed': 1,
  'member.added': 1,
  'member.removed': 1,
  'invite.issued': 1,
  'invite.revoked': 1,
  'invite.forgotten': 1,
  'login.opened': 1,
  'login.closed': 1,
  'admin.acted': 1,
} as const satisfies Record<VaultEventType, number>;

/** The state of a stream after its events. */
export function fold<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  events: readonly VaultEvent[],
): S {
  // The cast is safe: a stream holds only events of its own family, which its name begins with.
  const own = events as readonly RecordedFact<F>[];
  return stream.foldAll?.(own) ?? own.reduce(stream.evolve, stream.initial);
}

/** Converts the data of one schema to the next. It must be pure. */
export type Upcaster = (data: unknown) => unknown;

/** For example `{ 'observation.saved': { 1: from1to2 } }`. Empty while every type has its first schema. */
const UPCASTERS: Partial<Record<VaultEventType, Record<number, Upcaster>>> = {};

/** True when this release can read events of that type and schema. */
export function isKnown(type: string, schema: number): type is VaultEventType {
  return Object.hasOwn(CURRENT_SCHEMA, type) && schema <= CURRENT_SCHEMA[type as VaultEventType];
}

/** Converts data of an older schema to the current one. Throws when an upcaster is missing. */
export function upcast(
  type: VaultEventType,
  schema: number,
  data: unknown,
  upcasters = UPCASTERS,
  current: Record<string, number> = CURRENT_SCHEMA,
): unknown {
  let upcasted = data;
  for (let from = schema; from < (current[type] ?? from); from++) {
    const step = upcasters[type]?.[from];
    if (!step) throw new Error(`no upcaster takes ${type} from schema ${from} to ${from + 1}`);
    upcasted = step(upcasted);
  }
  return upcasted;
}

/** What recording an event of each type erases: what its stream held before, the one event that it is about, or nothing. */
const ERASED_BY = {
  'observation.saved': 'nothing',
  'observation.revised': 'nothing',
  'observation.forgotten': 'stream',
  'pin.set': 'nothing',
  'pin.removed': 'nothing',
  'session.started': 'nothing',
  'session.goal_set': 'nothing',
  'session.abandoned': 'nothing',
  'session.ended': 'nothing',
  'session.forgotten': 'stream',
  'prompt.saved': 'nothing',
  'prompt.forgotten': 'stream',
  'conventions.published': 'nothing',
  'conventions.forgotten': 'stream',
  'sdd.phase_entered': 'nothing',
  'sdd.forgotten': 'stream',
  'hive.project_paused': 'nothing',
  'hive.project_resumed': 'nothing',
  'hive.project_forgotten': 'stream',
  'hive.key_issued': 'nothing',
  'hive.key_bound': 'nothing',
  'hive.key_revoked': 'nothing',
  'event.redacted': 'event',
  'event.forgotten': 'event',
  'vault.purged': 'nothing',
  'vault.forgotten': 'nothing',
  'team.created': 'nothing',
  'team.removed': 'stream',
  'member.added': 'nothing',
  'member.removed': 'nothing',
  'invite.issued': 'nothing',
  'invite.revoked': 'nothing',
  'invite.forgotten': 'stream',
  'login.opened': 'nothing',
  'login.closed': 'nothing',
  'admin.acted': 'nothing',
} as const satisfies Record<VaultEventType, 'stream' | 'event' | 'nothing'>;

const typesThat = (...erased: readonly string[]): readonly string[] =>
  Object.entries(ERASED_BY).flatMap(([type, what]) => (erased.includes(what) ? [type] : []));

/** Types whose recording erases everything that their stream held before. */
export const FORGETTING = typesThat('stream');

/** Types whose recording erases a payload recorded before. */
export const ERASING = typesThat('stream', 'event');

/** Whether recording an event of this type erases a payload recorded before. */
export function erases(type: string): boolean {
  return ERASING.includes(type);
}

/** Whether recording an event of this type erases what its stream held before. */
export function forgets(type: string): boolean {
  return FORGETTING.includes(type);
}

/** What an event takes back: what its stream held before its version, or the one event at a position. */
export type Erasure =
  | { readonly stream: string; readonly before: number }
  | { readonly position: number };

/** What recording an event erases, told by its envelope alone; undefined when it erases nothing. */
export function erasureOf({
  type,
  stream,
  version,
}: {
  readonly type: string;
  readonly stream: string;
  readonly version: number;
}): Erasure | undefined {
  if (forgets(type)) return { stream, before: version };
  // The streams of single erasures are `redaction/<position>` and `erasure/<position>`.
  return erases(type) ? { position: Number(stream.slice(stream.indexOf('/') + 1)) } : undefined;
}

/**
 * Whose the things are that events of each type are about: of the `team` in the data of that type; of the team in
 * another event of the stream; or of those who administer the vault.
 */
const OWNED_BY = {
  'observation.saved': 'team',
  'observation.revised': 'stream',
  'observation.forgotten': 'stream',
  // The note and its team are in another stream.
  'pin.set': 'admins',
  'pin.removed': 'admins',
  'session.started': 'team',
  'session.goal_set': 'stream',
  'session.abandoned': 'stream',
  'session.ended': 'stream',
  'session.forgotten': 'stream',
  'prompt.saved': 'team',
  'prompt.forgotten': 'stream',
  'conventions.published': 'team',
  'conventions.forgotten': 'stream',
  'sdd.phase_entered': 'team',
  'sdd.forgotten': 'stream',
  'hive.project_paused': 'admins',
  'hive.project_resumed': 'admins',
  'hive.project_forgotten': 'admins',
  'hive.key_issued': 'admins',
  'hive.key_bound': 'admins',
  'hive.key_revoked': 'admins',
  'event.redacted': 'admins',
  'event.forgotten': 'admins',
  'vault.purged': 'admins',
  'vault.forgotten': 'admins',
  'team.created': 'admins',
  'team.removed': 'admins',
  'member.added': 'admins',
  'member.removed': 'admins',
  'invite.issued': 'admins',
  'invite.revoked': 'admins',
  'invite.forgotten': 'admins',
  'login.opened': 'admins',
  'login.closed': 'admins',
  'admin.acted': 'admins',
} as const satisfies Record<VaultEventType, 'team' | 'stream' | 'admins'>;

type WithTeam = {
  [T in VaultEventType]: (typeof OWNED_BY)[T] extends 'team' ? T : never;
}[VaultEventType];

/**
 * The team of the thing that the events of a stream are about, null for one without a team. Undefined when it cannot be
 * told, because it was forgotten, and for what concerns only those who administer the vault.
 */
export function teamOfStream(events: readonly VaultEvent[]): string | null | undefined {
  const named = events.find(hasTeam);
  return named && (named.data.team ?? null);
}

function hasTeam(event: VaultEvent): event is Extract<VaultEvent, { type: WithTeam }> {
  return OWNED_BY[event.type] === 'team';
}
