import { beginsBlock } from './beginsBlock.js';
import type { Bounds } from './bounds.js';
import { indentOf, isBlank, outdented } from './lines.js';
import { type Marker, markerOf } from './marker.js';
import type { ReadTo } from './readTo.js';
import type { Block, Item } from './tokens.js';

/** Reads the lines of an item as blocks. */
export type ReadInside = (lines: readonly string[]) => readonly Block[];

/** A list, from the line of its first item. */
export function readList(
  lines: readonly string[],
  from: number,
  first: Marker,
  bounds: Bounds,
  readInside: ReadInside,
): ReadTo<Block> {
  const items: Item[] = [];
  let next = from;
  for (;;) {
    const marker = markerOf(lines[next] ?? '');
    if (marker?.kind !== first.kind || marker.indent >= first.content) break;
    // The item, and what is around its text.
    bounds.part(2);
    const { value, next: behind } = linesOfItem(lines, next, marker);
    items.push(itemOf(value, readInside));
    next = behind;
    // Blank lines may stand between items.
    let beyond = next;
    while (beyond < lines.length && isBlank(lines[beyond])) beyond += 1;
    if (beyond < lines.length && markerOf(lines[beyond] ?? '')) next = beyond;
  }
  return { value: { kind: 'list', start: first.number, items }, next };
}

/** The first line behind the marker, those that are indented below it, and the rest of its last paragraph. */
function linesOfItem(
  lines: readonly string[],
  from: number,
  marker: Marker,
): ReadTo<readonly string[]> {
  const inside = [marker.text];
  let next = from + 1;
  let end = next;
  // People often indent by two where the marker is wider.
  const least = Math.min(marker.content, marker.indent + 2);
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const isBehindBlank = isBlank(lines[next - 1]);
    if (!isBlank(line)) {
      const isInside = indentOf(line) >= least;
      if (!isInside && (isBehindBlank || markerOf(line) || beginsBlock(line))) break;
      end = next + 1;
    }
    inside.push(outdented(line, marker.content));
  }
  return { value: inside.slice(0, end - from), next: end };
}

function itemOf(lines: readonly string[], readInside: ReadInside): Item {
  const [first = '', ...others] = lines;
  const [whole, done] = /^\[([ xX])\](?=[ \t])/.exec(first) ?? [];
  const text = whole === undefined ? first : first.slice(whole.length).trimStart();
  const blocks = readInside([text, ...others]);
  return { done: done === undefined ? undefined : done !== ' ', blocks };
}
