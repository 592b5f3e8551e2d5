import type { Redacted } from '../privacy/privacyFilter.js';
import type { DedupKey, Fact, Recorded, RecordedFact } from './recorded.js';

/** What can belong to a project or a person, in the order in which it is forgotten. */
export const FORGETTABLE = [
  'observations',
  'told',
  'sessions',
  'prompts',
  'conventions',
  'phases',
  'pauses',
  'repositories',
  'purges',
  'acts',
  'invites',
  'members',
] as const;
export type Forgettable = (typeof FORGETTABLE)[number];

/**
 * What a text of a caller is: a free `text`, which may name anybody; a `name`, such as that of a project or an author; or a
 * `key`, a name that the stream is named after. A newer privacy filter redacts texts and names. It leaves a key: under
 * another name, later commands would not find the stream.
 */
type TextKind = 'text' | 'name' | 'key';

/** Texts by field; those in the object of a field, or in each object of a list, by their names, or all of them as one kind. */
export type Texts = Readonly<Record<string, TextKind | Readonly<Record<string, TextKind>>>>;

/** Converts the data of one schema to the next. It must be pure. */
type Upcast = (data: unknown) => unknown;

/**
 * For a schema that only adds what may be absent. Older releases refuse it, which would do wrong without what was added: the
 * keys that an event spends, what a note is about, and until when it holds.
 */
export const SAME: Upcast = (data) => data;

/** What follows from the type of an event, for code that is given events of all types. */
export interface EventRules {
  /** From the second schema of a type on: one for each schema but the first, oldest first. Old events are never rewritten. */
  readonly upcasts?: readonly Upcast[];
  /** What recording it erases: what its stream held before, or the one event that it is about; by default nothing. */
  readonly erases?: 'stream' | 'event';
  /** True when its `team` says whose the thing is that its stream is about. */
  readonly namesTeam?: true;
  /** What the texts of callers in its data are, by field. */
  readonly texts?: Texts;
  /** What in the data is computed from its texts. */
  readonly derive?: (data: never) => object;
  /** By what its stream is found as a duplicate from now on; null for no longer; undefined leaves it as it was. */
  readonly holds?: (data: never) => DedupKey | null | undefined;
  /** What its stream is when all of a project or a person is forgotten; null for what belongs to neither. */
  readonly forgetAs: Forgettable | null;
}

/** A family of streams whose events fold to a state. */
export interface Stream<S, F extends Fact<string, unknown>> {
  /** First part of a stream's name: `name/key`. */
  readonly name: string;
  readonly rules: Readonly<Record<F['type'], EventRules>>;
  readonly initial: S;
  /**
   * Which events give the state, so that the others need not be read: the last one, or its `ends`, the first one since the
   * thing was last forgotten and the last one.
   */
  readonly folds: 'all' | 'ends' | 'last';
  readonly evolve: (state: S, event: RecordedFact<F>) => S;
  /** The state after events, as `evolve` gives it one by one: where each step would copy what was before. */
  readonly foldAll?: (events: readonly RecordedFact<F>[]) => S;
}

/** The rules of a type, with its data `D`, and how its events change the state `S` of a stream. */
type EventDefinition<S, T extends string, D> = Omit<EventRules, 'forgetAs'> & {
  readonly fold: (state: S, event: Recorded<T, D>) => S;
  readonly derive?: (data: D) => Partial<D>;
  readonly holds?: (data: D) => DedupKey | null | undefined;
} & ('team' extends keyof D ? { readonly namesTeam: true } : { readonly namesTeam?: never }) &
  ([TextField<D>] extends [never] ? { readonly texts?: never } : { readonly texts: TextsOf<D> });

/** The fields of data in which there are texts of callers: all that the privacy filter read before. */
type TextField<D> = {
  [K in keyof D]-?: true extends HoldsText<NonNullable<D[K]>> ? K : never;
}[keyof D];
type TextsOf<D> = {
  readonly [K in TextField<D>]: NonNullable<D[K]> extends infer V
    ? V extends Redacted | readonly Redacted[] | Readonly<Record<string, Redacted>>
      ? TextKind
      : TextsOf<V extends readonly (infer E)[] ? E : V>
    : never;
};
type HoldsText<V> = V extends Redacted
  ? true
  : V extends readonly (infer E)[]
    ? HoldsText<E>
    : V extends object
      ? { [K in keyof V]-?: HoldsText<NonNullable<V[K]>> }[keyof V]
      : false;

/** All that can happen to a thing, and all that follows from it. */
interface Definition<S, F extends Fact<string, unknown>>
  extends Pick<Stream<S, F>, 'initial' | 'folds'>,
    Pick<EventRules, 'forgetAs'> {
  readonly events: {
    readonly [T in F['type']]: EventDefinition<S, T, Extract<F, { readonly type: T }>['data']>;
  };
}

/** A family of streams whose names begin with `name`. */
export function family<S, F extends Fact<string, unknown>>(
  name: string,
  { initial, folds, forgetAs, events }: Definition<S, F>,
): Stream<S, F> {
  // The compiler cannot tell that an event is folded by the fold of its type, which is given no other events.
  const foldOf = (type: string) => events[type as F['type']].fold as Stream<S, F>['evolve'];
  const rules = Object.entries<object>(events).map(([type, of]) => [type, { ...of, forgetAs }]);
  return {
    name,
    initial,
    folds,
    evolve: (state, event) => foldOf(event.type)(state, event),
    // `fromEntries` forgets the names: they are those of `events`.
    rules: Object.fromEntries(rules) as Stream<S, F>['rules'],
  };
}

/** The state of a stream that folds to its last event. */
export type Last<F> = RecordedFact<F> | undefined;

/** A family of streams that fold to their last event, and to nothing once that erased what was before it. */
export function lastEvent<F extends Fact<string, unknown>, Kept extends F = F>(
  name: string,
  forgetAs: EventRules['forgetAs'],
  rules: {
    readonly [T in F['type']]: Omit<
      EventDefinition<Last<Kept>, T, Extract<F, { readonly type: T }>['data']>,
      'fold'
    >;
  },
): Stream<Last<Kept>, F> {
  const folded = Object.entries<Pick<EventRules, 'erases'>>(rules).map(([type, of]) => [
    type,
    { ...of, fold: of.erases === 'stream' ? nothing : itself },
  ]);
  // `fromEntries` forgets the names: they are those of `rules`, each of which has its fold now.
  const events = Object.fromEntries(folded) as Definition<Last<Kept>, F>['events'];
  return family(name, { initial: undefined, folds: 'last', forgetAs, events });
}

/** Folds to the event itself. */
export const itself = <E>(_state: unknown, event: E): E => event;

/** Folds to nothing. */
export const nothing = (): undefined => undefined;
