import { adminActs, erasure, forgetting, purge, redaction } from './administration.js';
import { conventions, prompt, sdd } from './documents.js';
import type { EventRules, Stream } from './family.js';
import { hiveMembers, hiveProject } from './hive.js';
import { observation, pin } from './observation.js';
import type { DedupKey, Erased, Fact, Recorded, RecordedFact } from './recorded.js';
import { repositories } from './repository.js';
import { session } from './session.js';
import { invite, team } from './team.js';
import { accessToken } from './token.js';
import { told, verdict } from './told.js';

/** All families of streams. */
const FAMILIES = [
  observation,
  pin,
  session,
  told,
  verdict,
  prompt,
  conventions,
  sdd,
  repositories,
  hiveProject,
  hiveMembers,
  redaction,
  erasure,
  purge,
  forgetting,
  team,
  invite,
  accessToken,
  adminActs,
] as const;

/** All facts that the vault can record. */
export type VaultFact = FactOf<(typeof FAMILIES)[number]>;
type FactOf<T> = T extends Stream<infer _S, infer F> ? F : never;

export type VaultEventType = VaultFact['type'];

/** All facts in their recorded form. */
export type VaultEvent = RecordedFact<VaultFact>;

/** An event as the log returns it: erased ones without their payload. */
export type LoggedEvent = VaultEvent | Erased;

/** What follows from each type of event. */
export const RULES: Readonly<Record<VaultEventType, EventRules>> = Object.assign(
  {},
  ...FAMILIES.map(({ rules }) => rules),
);

const typesWith = (isIt: (rules: EventRules) => boolean): readonly string[] =>
  Object.entries(RULES).flatMap(([type, rules]) => (isIt(rules) ? [type] : []));

/** The state of a stream after its events. */
export function fold<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  events: readonly VaultEvent[],
): S {
  // The cast is safe: a stream holds only events of its own family, which its name begins with.
  const own = events as readonly RecordedFact<F>[];
  return stream.foldAll?.(own) ?? own.reduce(stream.evolve, stream.initial);
}

/** The schema in which each type is written. */
export const CURRENT_SCHEMA = Object.fromEntries(
  Object.entries(RULES).map(([type, { upcasts = [] }]) => [type, 1 + upcasts.length]),
  // `fromEntries` forgets the names: they are those of `RULES`.
) as Readonly<Record<VaultEventType, number>>;

/** True when this release can read events of that type and schema. */
export function isKnown(type: string, schema: number): type is VaultEventType {
  return Object.hasOwn(CURRENT_SCHEMA, type) && schema <= CURRENT_SCHEMA[type as VaultEventType];
}

/** Converts data of an older schema to the current one. */
export function upcast(type: VaultEventType, schema: number, data: unknown): unknown {
  const steps = RULES[type].upcasts?.slice(schema - 1) ?? [];
  return steps.reduce((older, step) => step(older), data);
}

/** Types whose recording erases everything that their stream held before. */
export const FORGETTING = typesWith((rules) => rules.erases === 'stream');

/** Types whose recording erases a payload recorded before. */
export const ERASING = typesWith((rules) => rules.erases !== undefined);

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
}: Pick<Recorded<string, unknown>, 'type' | 'stream' | 'version'>): Erasure | undefined {
  if (forgets(type)) return { stream, before: version };
  // The streams of single erasures are `redaction/<position>` and `erasure/<position>`.
  return erases(type) ? { position: Number(stream.slice(stream.indexOf('/') + 1)) } : undefined;
}

/** Types of events for which `heldBy` may give something. */
export const HOLDING = typesWith((rules) => rules.holds !== undefined);

/**
 * By what the stream of an event is found as a duplicate from then on; null when that is forgotten, and undefined for an
 * event that leaves it as it was.
 */
export function heldBy({ type, data }: VaultFact): DedupKey | null | undefined {
  // The rules of a type are given only data of that type.
  return RULES[type].holds?.(data as never);
}

/**
 * The team of the thing that the events of a stream are about, null for one without a team. Undefined when it cannot be
 * told, because it was forgotten, and for what concerns only those who administer the vault.
 */
export function teamOfStream(events: readonly VaultEvent[]): string | null | undefined {
  const named = events.find(({ type }) => RULES[type].namesTeam);
  if (!named) return undefined;
  return 'team' in named.data ? (named.data.team ?? null) : null;
}

/** The project of the thing that the events of a stream are about; undefined for what is in none. */
export function projectOfStream(events: readonly VaultEvent[]): string | undefined {
  const named = events.find(({ data }) => 'project' in data && typeof data.project === 'string');
  return named && 'project' in named.data ? named.data.project : undefined;
}
