import { beginsBlock, HEADING, QUOTE } from './beginsBlock.js';
import type { Bounds } from './bounds.js';
import { type Fence, fenceOf, indentOf, isBlank, isRule, outdented } from './lines.js';
import { markerOf } from './marker.js';
import { readInline } from './readInline.js';
import { readList } from './readList.js';
import { columnsOf, readTable } from './readTable.js';
import type { ReadTo } from './readTo.js';
import type { Block } from './tokens.js';

/** Blocks that are several elements, beside what is in them. */
const FRAMES: Readonly<Partial<Record<Block['kind'], number>>> = { code: 2, table: 4 };

/** Reads lines as blocks. What is in a quote or an item is read by itself, a level deeper. */
export function readBlocks(lines: readonly string[], bounds: Bounds, depth: number): Block[] {
  bounds.depth(depth);
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const { value, next } = readBlock(lines, at, bounds, depth);
    bounds.part(FRAMES[value.kind] ?? 1);
    blocks.push(value);
    at = next;
  }
  return blocks;
}

function readBlock(
  lines: readonly string[],
  at: number,
  bounds: Bounds,
  depth: number,
): ReadTo<Block> {
  const line = lines[at] ?? '';
  if (indentOf(line) >= 4) return readIndented(lines, at);
  const fence = fenceOf(line);
  if (fence) return readFenced(lines, at, fence);
  const heading = HEADING.exec(line);
  if (heading) {
    const [, marks = '', text = ''] = heading;
    return { value: headingOf(marks.length, withoutClosing(text), bounds), next: at + 1 };
  }
  if (isRule(line)) return { value: { kind: 'rule' }, next: at + 1 };
  if (QUOTE.test(line)) return readQuote(lines, at, bounds, depth);
  const marker = markerOf(line);
  if (marker) {
    return readList(lines, at, marker, bounds, (inside) => readBlocks(inside, bounds, depth + 1));
  }
  if (columnsOf(line, lines[at + 1]) > 0) return readTable(lines, at, bounds);
  return readParagraph(lines, at, bounds);
}

function headingOf(level: number, text: string, bounds: Bounds): Block {
  return { kind: 'heading', level, inline: readInline(text.trim(), bounds) };
}

/** `# Title #` may end in marks. */
function withoutClosing(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end -= 1;
  return end === 0 || /[ \t]/.test(trimmed[end - 1] ?? '') ? trimmed.slice(0, end) : trimmed;
}

function readIndented(lines: readonly string[], from: number): ReadTo<Block> {
  let next = from;
  let end = from;
  while (next < lines.length && (isBlank(lines[next]) || indentOf(lines[next] ?? '') >= 4)) {
    next += 1;
    if (!isBlank(lines[next - 1])) end = next;
  }
  const code = lines.slice(from, end).map((line) => outdented(line, 4));
  return { value: { kind: 'code', language: '', text: code.join('\n') }, next: end };
}

/** Without its end, it goes on to the end of the text. */
function readFenced(
  lines: readonly string[],
  from: number,
  { mark, length, language }: Fence,
): ReadTo<Block> {
  const indent = indentOf(lines[from] ?? '');
  const code: string[] = [];
  let next = from + 1;
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? '';
    const bare = line.trim();
    const isEnd = bare.length >= length && indentOf(line) < 4;
    if (isEnd && bare === mark.repeat(bare.length)) break;
    code.push(outdented(line, indent));
  }
  return { value: { kind: 'code', language, text: code.join('\n') }, next: next + 1 };
}

function readQuote(
  lines: readonly string[],
  from: number,
  bounds: Bounds,
  depth: number,
): ReadTo<Block> {
  let next = from;
  const inside: string[] = [];
  while (next < lines.length && QUOTE.test(lines[next] ?? '')) {
    inside.push((lines[next] ?? '').replace(/^ {0,3}> ?/, ''));
    next += 1;
  }
  return { value: { kind: 'quote', blocks: readBlocks(inside, bounds, depth + 1) }, next };
}

function readParagraph(lines: readonly string[], from: number, bounds: Bounds): ReadTo<Block> {
  const text: string[] = [];
  let next = from;
  for (; next < lines.length && !isBlank(lines[next]); next += 1) {
    const line = lines[next] ?? '';
    const [, underline] = /^ {0,3}(=+|-+)[ \t]*$/.exec(line) ?? [];
    if (text.length > 0 && underline) {
      const level = underline.startsWith('=') ? 1 : 2;
      return { value: headingOf(level, text.join(' '), bounds), next: next + 1 };
    }
    if (text.length > 0 && (beginsBlock(line) || columnsOf(line, lines[next + 1]) > 0)) break;
    text.push(line.trim());
  }
  return { value: { kind: 'paragraph', inline: readInline(text.join('\n'), bounds) }, next };
}
