import { messageOf } from '../diagnostics/diagnostic.js';
import { membersOf, tryParse } from '../domain/json.js';
import { LATEST, parseTime } from '../domain/time.js';
import { toStorable } from '../domain/unicode.js';
import { rowOrReason, type SkippedRow, type SourceRow, UnreadableRow } from './sourceRow.js';

/** A row of a peer, or why there is none in its place. `row` says where it lies. */
export type PeerRow = { readonly row: string; readonly cells: PeerCells } | SkippedRow;

/** Makes lines of rows. One that cannot be read is skipped, and says why. */
export async function* eachRow(
  rows: AsyncIterable<PeerRow>,
  lineOf: (cells: PeerCells, row: string) => SourceRow,
): AsyncGenerator<SourceRow> {
  for await (const found of rows) {
    if ('skipped' in found) yield found;
    else yield rowOrReason(found.row, () => lineOf(found.cells, found.row));
  }
}

/** Has all rows used, and gives those that cannot be, with the reasons. */
export async function unusedRows(
  rows: AsyncIterable<PeerRow>,
  use: (cells: PeerCells, row: string) => void,
): Promise<SkippedRow[]> {
  const unused: SkippedRow[] = [];
  for await (const found of rows) {
    const { row } = found;
    const skipped = 'skipped' in found ? found : rowOrReason(row, () => use(found.cells, row));
    if (skipped) unused.push(skipped);
  }
  return unused;
}

/** The object that a value of JSON is; undefined for anything else. */
export function objectIn(value: unknown): PeerCells | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? membersOf(value) : undefined;
}

/** The objects of a list in JSON; `nameOf` names the place of each, of which `nth` counts from 1. */
export async function* objectRows(
  list: readonly unknown[],
  nameOf: (nth: number, cells: PeerCells) => string,
): AsyncGenerator<PeerRow> {
  for (const [i, value] of list.entries()) {
    const cells = objectIn(value);
    const row = nameOf(i + 1, cells ?? {});
    yield cells ? { row, cells } : { row, skipped: 'it is not a JSON object' };
  }
}

/** All rows, with one reason why none of them can be taken. */
export async function* skipAll(
  rows: AsyncIterable<PeerRow>,
  reason: string,
): AsyncGenerator<SourceRow> {
  for await (const { row } of rows) yield { row, skipped: reason };
}

/** The rows of one after those of another. */
export async function* inTurn(
  ...parts: readonly AsyncIterable<SourceRow>[]
): AsyncGenerator<SourceRow> {
  for (const part of parts) yield* part;
}

/**
 * The rows of a part of a source that others do without: where reading it fails, the rest of it is left out as one row, with the reason.
 * `row` names it.
 */
export async function* untilFailure(
  row: string,
  rows: AsyncIterable<SourceRow>,
): AsyncGenerator<SourceRow> {
  try {
    yield* rows;
  } catch (error) {
    yield { row, skipped: messageOf(error) };
  }
}

/** A row of a peer: its cells by their names. What is not there is as good as `null`. */
export type PeerCells = Readonly<Record<string, unknown>>;

/**
 * The trimmed text of a cell; undefined when it is empty. A NUL or half a character, which the vault cannot keep, is replaced
 * by `U+FFFD`. Throws `UnreadableRow` for what is no text.
 */
export function textOf(cells: PeerCells, name: string): string | undefined {
  const value = cells[name];
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'string') throw new UnreadableRow(`its ${name} is not a text`);
  const text = toStorable(value).trim();
  return text === '' ? undefined : text;
}

/** Like `textOf`, for a cell that anybody may have filled with anything: undefined for what is no text. */
export function textIn(cells: PeerCells, name: string): string | undefined {
  return typeof cells[name] === 'string' ? textOf(cells, name) : undefined;
}

/** Like `textOf`, where there must be one. */
export function neededText(cells: PeerCells, name: string): string {
  const text = textOf(cells, name);
  if (text === undefined) throw new UnreadableRow(`it has no ${name}`);
  return text;
}

/** The first of some cells that holds a time, in milliseconds since 1970. Throws `UnreadableRow` if none does. */
export function neededTime(cells: PeerCells, ...names: readonly string[]): number {
  const time = timeOf(cells, ...names);
  if (time !== undefined) return time;
  const said = names.map((name) => cells[name]).find((value) => value != null);
  if (said === undefined) throw new UnreadableRow(`it has no ${names[0]}`);
  throw new UnreadableRow(`its ${names[0]} is not a time: ${String(said).slice(0, 40)}`);
}

/** The first of some cells that holds a time, in milliseconds since 1970. */
export function timeOf(cells: PeerCells, ...names: readonly string[]): number | undefined {
  for (const name of names) {
    const time = peerTime(cells[name]);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** The texts of a cell that holds a JSON array of them, or a list with commas. */
export function listOf(cells: PeerCells, name: string): string[] {
  const value = cells[name];
  if (Array.isArray(value)) return value.filter((one) => typeof one === 'string');
  const text = textOf(cells, name);
  if (text === undefined || text === 'null') return [];
  if (!text.startsWith('[')) return text.split(',');
  const parsed = tryParse(text);
  return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : text.split(',');
}

/** The cells of an object in JSON; none when it is something else. */
export function objectOf(cells: PeerCells, name: string): PeerCells {
  const value = cells[name];
  return membersOf(typeof value === 'string' ? tryParse(value) : value);
}

const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2})?(\.\d+)?)?\s*([Zz]|UTC|[+-]\d{2}:?\d{2})?(?: [A-Z]{1,5})?(?: m=\S+)?$/;

/**
 * Milliseconds since 1970 of a time as a peer writes it; undefined for anything else, and for times that are not after 1970 began. It may be
 * RFC 3339, what SQLite's `datetime('now')` or Python's `isoformat` write (UTC), what Go writes of a time
 * (`2026-11-22 11:09:46.5 +0000 UTC`), or a number of seconds, milliseconds, micro- or nanoseconds since 1970.
 */
export function peerTime(value: unknown): number | undefined {
  const ms = typeof value === 'string' ? timeOfText(value.trim()) : timeOfNumber(value);
  // 1970 itself is what programs write that know no time.
  return ms === undefined || ms <= 0 || ms > LATEST ? undefined : Math.floor(ms);
}

function timeOfText(text: string): number | undefined {
  if (/^\d{1,20}(\.\d{1,9})?$/.test(text)) return timeOfNumber(Number(text));
  const match = DATE_TIME.exec(text);
  if (!match) return undefined;
  const [, date, minutes = '00:00', seconds = ':00', fraction = '', zone = 'Z'] = match;
  return parseTime(`${date}T${minutes}${seconds}${fraction}${offsetOf(zone)}`);
}

function offsetOf(zone: string): string {
  if (!/^[+-]/.test(zone)) return 'Z';
  return zone.includes(':') ? zone : `${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** The unit is told by the size: each reaches from 1973 to beyond the year 5000. */
function timeOfNumber(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (value < 1e11) return value * 1000;
  if (value < 1e14) return value;
  return value < 1e17 ? value / 1000 : value / 1e6;
}
