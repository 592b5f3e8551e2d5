import type { Node } from 'jsonc-parser';
import type { Piece } from '../change.js';
import { indentBefore, type JsonDocument } from './jsonDocument.js';

/**
 * Cuts a property, an element or the root out of a text. Where the text around it is as it was inserted, every byte is as
 * before the insertion. Otherwise it goes with its comma, and with its lines where nothing else stands on them; comments stay.
 */
export function cutOut({ text, bare }: JsonDocument, node: Node, around: Piece['around']): string {
  const start = node.offset;
  const end = start + node.length;
  const siblings = node.parent?.children?.filter((child) => child !== node) ?? [];
  if (around) {
    const { lead, tail } = around;
    const isAsInserted = text.slice(0, start).endsWith(lead) && text.startsWith(tail, end);
    if (isAsInserted && (tail === ',' || siblings.length === 0)) {
      return text.slice(0, start - lead.length) + text.slice(end + tail.length);
    }
  }
  const comma = commaAfter(bare, end) ?? commaBefore(bare, start);
  const lineStart = indentBefore(text, start);
  const after = comma !== undefined && comma >= end ? comma + 1 : end;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(after))?.[0];
  const isOnOwnLines =
    lineStart !== undefined && rest !== undefined && isBlank(text, end, after - 1);
  const from = isOnOwnLines ? start - lineStart.length : start;
  const to = isOnOwnLines ? after + rest.length : end;
  const cut = text.slice(0, from) + text.slice(to);
  if (comma === undefined || (comma >= from && comma < to)) return cut;
  const at = comma < from ? comma : comma - (to - from);
  return cut.slice(0, at) + cut.slice(at + 1);
}

const isBlank = (text: string, from: number, to: number) => text.slice(from, to).trim() === '';

function commaAfter(bare: string, end: number): number | undefined {
  const [, space] = /^(\s*),/.exec(bare.slice(end)) ?? [];
  return space === undefined ? undefined : end + space.length;
}

function commaBefore(bare: string, start: number): number | undefined {
  const before = bare.slice(0, start).trimEnd();
  return before.endsWith(',') ? before.length - 1 : undefined;
}
