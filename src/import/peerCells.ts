import { peerTime } from './peerTime.js';
import { UnreadableRow } from './unreadableRow.js';

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
  if (typeof value !== 'string') throw new UnreadableRow(`its ${name} is no text`);
  const text = value.toWellFormed().replaceAll('\u0000', '\uFFFD').trim();
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
  throw new UnreadableRow(`its ${names[0]} is no time: ${String(said).slice(0, 40)}`);
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
  const parsed = jsonOf(text);
  return Array.isArray(parsed) ? parsed.filter((one) => typeof one === 'string') : text.split(',');
}

/** The cells of an object in JSON; none when it is something else. */
export function objectOf(cells: PeerCells, name: string): PeerCells {
  const value = cells[name];
  const parsed = typeof value === 'string' ? jsonOf(value) : value;
  // Any object has string keys and unknown values.
  return typeof parsed === 'object' && parsed !== null ? (parsed as PeerCells) : {};
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
