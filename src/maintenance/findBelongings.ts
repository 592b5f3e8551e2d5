import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PositionRange, VaultForgotten } from '../events/administration.js';
import { FORGETTABLE, type Forgettable } from '../events/family.js';
import { RULES, type VaultEvent, type VaultEventType } from '../events/vaultEvent.js';
import type { LogReads } from '../log/eventLog.js';
import type { Belongings } from './belongings.js';

/** Something that can be forgotten: a stream, or one event of a stream that goes on. */
export interface Thing {
  readonly kind: Forgettable;
  readonly stream: string;
  /** True of one event: its stream goes on. */
  readonly alone: boolean;
  /** Its events, in order; the erased ones are left out. */
  readonly positions: readonly number[];
  /** Of a member: the id, and whether the member was removed already. */
  readonly member?: { readonly id: string; readonly removed: boolean };
}

/** All that belongs to somebody, in the order in which it can be forgotten. */
export interface Found extends Pick<VaultForgotten, 'matched' | 'positions' | 'mentions'> {
  readonly things: readonly Thing[];
}

/** Kinds of which each event is a thing by itself. */
const ALONE: readonly Forgettable[] = ['repositories', 'purges', 'acts', 'members'];

/** Whether the free texts of others in events of a type may name somebody. */
const holdsText = (type: VaultEventType) => Object.values(RULES[type].texts ?? {}).includes('text');

/** Events that are read in one turn of the event loop: few, because each may hold half a million characters. */
const PAGE = 4;

/** Reads the whole log for what belongs to somebody. */
export async function findBelongings(log: LogReads, belongings: Belongings): Promise<Found> {
  const search = newSearch(belongings);
  const { position: head } = await log.head();
  for (let after = 0; after < head; ) {
    const events = await log.readAfter(after, PAGE);
    for (const event of events) {
      if (event.type !== 'erased' && event.position <= head) search.look(event);
    }
    after = events.at(-1)?.position ?? head;
    await nextTurn();
  }
  return search.found();
}

/** A thing of which more events are found. */
interface Growing extends Thing {
  readonly positions: number[];
  member?: NonNullable<Thing['member']>;
}

function newSearch(belongings: Belongings) {
  const things = new Set<Growing>();
  const ofStream = new Map<string, Growing>();
  const ofEvent = new Map<number, Growing>();
  const mentioning = new Set<string>();

  function look(event: VaultEvent): void {
    const { stream, position } = event;
    const thing = knownThing(event) ?? newThing(event);
    if (thing) {
      thing.positions.push(position);
      ofEvent.set(position, thing);
    } else if (holdsText(event.type) && belongings.mentions(event)) {
      mentioning.add(stream);
    } else if (event.type === 'member.removed') markRemoved(event.data.id);
  }

  /** A redaction holds the text of the event that it redacted, and is erased with it. */
  function knownThing(event: VaultEvent): Growing | undefined {
    if (event.type === 'event.redacted') return ofEvent.get(event.data.position);
    return ofStream.get(event.stream);
  }

  function newThing(event: VaultEvent): Growing | undefined {
    const kind = RULES[event.type].forgetAs;
    if (kind === null || !belongings.owns(event)) return undefined;
    const alone = ALONE.includes(kind);
    const thing: Growing = { kind, stream: event.stream, alone, positions: [] };
    if (event.type === 'member.added') thing.member = { id: event.data.id, removed: false };
    if (!alone) ofStream.set(event.stream, thing);
    things.add(thing);
    return thing;
  }

  function markRemoved(id: string): void {
    for (const thing of things) {
      if (thing.member?.id === id) thing.member = { id, removed: true };
    }
  }

  return {
    look,
    found(): Found {
      const all = [...things];
      const of = (kind: Forgettable) => all.filter((thing) => thing.kind === kind);
      return {
        things: FORGETTABLE.flatMap(of),
        matched: countsBy((kind) => of(kind).length),
        positions: rangesOf([...ofEvent.keys()]),
        mentions: mentioning.size,
      };
    },
  };
}

/** A number for each kind. */
export function countsBy(count: (kind: Forgettable) => number): Found['matched'] {
  // The cast restores what Object.fromEntries loses: these are all the kinds.
  return Object.fromEntries(FORGETTABLE.map((kind) => [kind, count(kind)])) as Found['matched'];
}

/** Positions in order as ranges. */
export function rangesOf(positions: readonly number[]): readonly PositionRange[] {
  const ranges: [number, number][] = [];
  for (const position of [...positions].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && last[1] === position - 1) last[1] = position;
    else ranges.push([position, position]);
  }
  return ranges;
}
