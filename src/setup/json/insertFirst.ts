import type { Node } from 'jsonc-parser';
import type { Json } from '../wantedFile.js';
import { indentBefore, type JsonDocument } from './jsonDocument.js';

/** A text with something new in it, and what was inserted around that. */
export interface Inserted {
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
}

/**
 * Puts a value first into an object (under `key`) or an array. One text is inserted at one place and nothing else is
 * touched, so that cutting it out again restores every byte: the first place needs no comma of a neighbour, and no comment
 * stands between a neighbour and its comma.
 */
export function insertFirst(
  document: JsonDocument,
  container: Node,
  key: string | undefined,
  value: Json,
): Inserted {
  const { text, newline, unit } = document;
  const name = key === undefined ? '' : `${JSON.stringify(key)}: `;
  const start = container.offset + 1;
  const inside = text.slice(start, container.offset + container.length - 1);
  const [first] = container.children ?? [];
  if (first && !inside.includes('\n')) {
    const tail = ',';
    return { text: spliced(text, start, `${name}${JSON.stringify(value)}${tail}`), lead: '', tail };
  }
  const outer = lineIndent(text, container.offset);
  const indent = (first && indentBefore(text, first.offset)) ?? `${outer}${unit}`;
  // A comment at the end of the line belongs to what begins there.
  const skipped = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(inside)?.[0];
  const lead = `${newline}${indent}`;
  const tail = first ? ',' : skipped === undefined ? `${newline}${outer}` : '';
  const shown = JSON.stringify(value, null, unit).replaceAll('\n', `${newline}${indent}`);
  const at = start + (skipped ?? '').length;
  return { text: spliced(text, at, `${lead}${name}${shown}${tail}`), lead, tail };
}

/** Puts a root behind whatever comments a file without one has. */
export function insertRoot({ text, newline, unit }: JsonDocument, value: Json): Inserted {
  const lead = text === '' || text.endsWith('\n') ? '' : newline;
  const shown = JSON.stringify(value, null, unit).replaceAll('\n', newline);
  return { text: `${text}${lead}${shown}${newline}`, lead, tail: newline };
}

function spliced(text: string, at: number, inserted: string): string {
  return text.slice(0, at) + inserted + text.slice(at);
}

/** The white space at the start of the line with an offset. */
function lineIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}
