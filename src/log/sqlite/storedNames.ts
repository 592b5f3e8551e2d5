import canonical from 'fast-json-stable-stringify';
import { ulidBytes, ulidOfHex } from '../../domain/ulid.js';
import type { Meta } from '../../events/recorded.js';

// How log.db keeps names: as the bytes of a ULID or UUID where it is one, and otherwise as the text that it is. Half of
// the bytes of an envelope were names, and those of a stream are in an index besides.

/** A name as a column holds it. */
export type StoredName = string | Buffer;

const BYTES = '#';

/** SQL for such a column as a text that the functions below read: the binding makes one faster than a `Buffer`. */
export const inText = (column: string) =>
  `iif(typeof(${column}) = 'blob', '${BYTES}' || hex(${column}), ${column})`;

/** The bytes behind such a text, in hex; undefined where it is the name itself. */
const hexOf = (text: string) => (text.startsWith(BYTES) ? text.slice(BYTES.length) : undefined);

/** The id of an event, a session or an import. */
export const storedId = (id: string): StoredName => ulidBytes(id) ?? id;

export function shownId(text: string): string {
  const hex = hexOf(text);
  return hex === undefined ? text : ulidOfHex(hex);
}

/** What the names of most streams begin with. It is part of the format of the log, so it must never change. */
const NOTE = 'observation/';

/** The name of a stream: of a note, its ULID alone. */
export function storedStream(stream: string): StoredName {
  return (stream.startsWith(NOTE) && ulidBytes(stream.slice(NOTE.length))) || stream;
}

export function shownStream(text: string): string {
  const hex = hexOf(text);
  return hex === undefined ? text : NOTE + ulidOfHex(hex);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The id of a request, which is a UUID unless its sender chose another. */
export function storedRequest(id: string): StoredName {
  return UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex') : id;
}

export function shownRequest(text: string): string {
  const hex = hexOf(text)?.toLowerCase();
  if (hex === undefined) return text;
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The hash of an `Idempotency-Key`. */
export const storedKey = (key: string): StoredName =>
  SHA256.test(key) ? Buffer.from(key, 'hex') : key;

export const shownKey = (text: string): string => hexOf(text)?.toLowerCase() ?? text;

/** The columns `actor`, `request` and `run` of an event. */
type StoredMeta = readonly [actor: string, request: StoredName | null, run: StoredName | null];

/** The meta of an event as columns. What has other members than ours is kept whole, as canonical JSON in `actor`. */
export function storedMeta(meta: Meta): StoredMeta {
  const { actor, request_id, run, ...others } = meta;
  const isOurs = Object.keys(others).length === 0 && !isWhole(actor);
  if (!isOurs) return [canonical(meta), null, null];
  return [
    actor,
    request_id === undefined ? null : storedRequest(request_id),
    run === undefined ? null : storedId(run),
  ];
}

/** The columns as `inText` gives them. */
export interface ShownMeta {
  readonly actor: string;
  readonly request: string | null;
  readonly run: string | null;
}

export function shownMeta({ actor, request, run }: ShownMeta): Meta {
  if (isWhole(actor)) return JSON.parse(actor);
  return {
    actor,
    ...(request !== null && { request_id: shownRequest(request) }),
    ...(run !== null && { run: shownId(run) }),
  };
}

/** The canonical JSON of `shownMeta`, whose members are in the order of their names. */
export const shownMetaJson = (meta: ShownMeta): string =>
  isWhole(meta.actor) ? meta.actor : JSON.stringify(shownMeta(meta));

/** Tells JSON from a name: no name of an actor begins with a brace. */
const isWhole = (actor: string) => actor.startsWith('{');
