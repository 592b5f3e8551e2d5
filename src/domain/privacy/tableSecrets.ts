import { isReference } from './isReference.js';
import { hasDigitAndLetter } from './isSecretValue.js';
import { keysIn, namesPassword } from './keyNames.js';
import { looksRandom } from './looksRandom.js';
import type { Span } from './rule.js';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** What the other columns say when every row is an account: then any one word of the column is a password. */
const WHO =
  /^(?:#|id|no|nr|user(?:[ _-]?(?:name|id))?|login(?:[ _-]?name)?|name|account|e-?mail|mail|host(?:[ _-]?name)?|server|url|uri|site|service|system|env(?:ironment)?|stage|role|group|port|database|db|title|note|notes|comment|first[ _-]?name|last[ _-]?name|folder|favorite|type)$/i;
const RULE_LINE = /^[\s|+:=-]*$/;
/** UTF-16 units; a longer line is no row of a table. */
const LONGEST_ROW = 4096;
const LONGEST_NAME = 40;

/** The secrets of a table and the offset up to which it was read. */
export interface TableSecrets {
  readonly spans: readonly Span[];
  readonly end: number;
}

interface Cell {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The secrets below a header that holds a key as one of its cells: CSV (also with `;` or tabs), Markdown, and the tables
 * of database shells. The header is the line around the key, whose offset is `at`.
 */
export function tableSecrets(text: string, at: number): TableSecrets {
  const behind = text.slice(Math.max(0, at - LONGEST_ROW), at);
  const start = at - behind.length + behind.lastIndexOf('\n') + 1;
  const header = lineAt(text, start);
  // Nothing else on this line is a header, so it is read once.
  const nothing = { spans: [], end: header?.end ?? at + LONGEST_ROW };
  if (header === undefined || (behind.length === LONGEST_ROW && !behind.includes('\n')))
    return nothing;
  // A line of code that is indented by a tab; a tab between cells would leave the first one without a name.
  if (text.charAt(start) === '\t') return nothing;
  const separator = SEPARATORS.find((sign) => text.slice(start, header.end).includes(sign));
  if (separator === undefined) return nothing;
  const heads = cellsOf(text, start, header.end, separator);
  const columns = heads.flatMap((head, column) => {
    const key = keyOf(head.text);
    return key === undefined ? [] : [{ column, isPassword: namesPassword(key) }];
  });
  // Every column has a name: `'password',` is an item of a list.
  if (heads.length < 2 || columns.length === 0 || heads.some(({ text: head }) => head === '')) {
    return nothing;
  }
  const keyed = new Set(columns.map(({ column }) => column));
  const ofAccounts = heads.every(({ text: head }, column) => keyed.has(column) || WHO.test(head));

  const spans: Span[] = [];
  let end = header.end;
  let isRuled = separator !== '|';
  for (let next = header.next; next < text.length; ) {
    const row = lineAt(text, next);
    if (row === undefined) break;
    const line = text.slice(next, row.end);
    if (separator === '|' && RULE_LINE.test(line) && line.trim() !== '') {
      isRuled = true;
    } else {
      const cells = cellsOf(text, next, row.end, separator);
      if (!isRuled || cells.length !== heads.length) break;
      for (const { column, isPassword } of columns) {
        const cell = cells[column];
        if (cell && isSecret(cell.text, isPassword, ofAccounts)) {
          spans.push({ kind: 'key-value', start: cell.start, end: cell.end });
        }
      }
    }
    end = row.end;
    next = row.next;
  }
  return { spans, end };
}

/** The key that a cell consists of, which may be the end of a longer name: `DB password`. */
function keyOf(head: string): string | undefined {
  if (head.length > LONGEST_NAME || /[.:=(]/.test(head)) return undefined;
  return keysIn(head).find(({ end }) => end === head.length)?.name;
}

function isSecret(value: string, isPassword: boolean, ofAccounts: boolean): boolean {
  if (value.length < 4 || /\s/.test(value) || isReference(value)) return false;
  if (looksRandom(value)) return true;
  return isPassword && (ofAccounts || hasDigitAndLetter(value));
}

/** The line that begins at `start`: its end without the line break, and where the next begins. Undefined if too long. */
function lineAt(text: string, start: number): { end: number; next: number } | undefined {
  const length = text.slice(start, start + LONGEST_ROW).indexOf('\n');
  if (length === -1 && text.length - start >= LONGEST_ROW) return undefined;
  const last = length === -1 ? text.length : start + length;
  const next = length === -1 ? text.length : last + 1;
  return { end: text.charAt(last - 1) === '\r' && last > start ? last - 1 : last, next };
}

/** The cells of a line, without the blanks, quotes and backticks around them. A separator in quotes is part of a cell. */
function cellsOf(text: string, start: number, end: number, separator: string): Cell[] {
  const cells: Cell[] = [];
  let from = start;
  let isQuoted = false;
  for (let at = start; at <= end; at += 1) {
    const sign = at === end ? separator : text.charAt(at);
    if (sign === '"' && separator !== '|') isQuoted = !isQuoted;
    else if (sign === separator && (!isQuoted || at === end)) {
      cells.push(trimmed(text, from, at));
      from = at + 1;
    }
  }
  // The borders of a table: nothing stands outside of them.
  if (separator === '|' && cells[0]?.text === '') cells.shift();
  if (separator === '|' && cells.at(-1)?.text === '') cells.pop();
  return cells;
}

function trimmed(text: string, start: number, end: number): Cell {
  const value = text.slice(start, end);
  const [lead = ''] = /^[\s"'`*]*/.exec(value) ?? [];
  const [tail = ''] = /[\s"'`*]*$/.exec(value.slice(lead.length)) ?? [];
  const from = start + lead.length;
  const to = end - tail.length;
  return { text: text.slice(from, to), start: from, end: to };
}
