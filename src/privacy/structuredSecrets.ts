import { keysIn, namesPassword } from './keyNames.js';
import { looksRandom, looksSecret } from './looks.js';
import { isReference } from './references.js';
import type { Rule, Span } from './rule.js';

const SEPARATORS = [',', ';', '\t', '|'] as const;
/** What the other columns say when every row is an account: then any one word of the column is a password. */
const WHO =
  /^(?:#|id|no|nr|user(?:[ _-]?(?:name|id))?|login(?:[ _-]?name)?|name|account|e-?mail|mail|host(?:[ _-]?name)?|server|url|uri|site|service|system|env(?:ironment)?|stage|role|group|port|database|db|title|note|notes|comment|first[ _-]?name|last[ _-]?name|folder|favorite|type)$/i;
const RULE_LINE = /^[\s|+:=-]*$/;
/** UTF-16 units; a longer line is no row of a table. */
const LONGEST_ROW = 4096;
const LONGEST_NAME = 40;

/** Secrets, and the offset up to which the text was read. */
interface Found {
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
export function tableSecrets(text: string, at: number): Found {
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
  if (heads.length < 2 || columns.length === 0 || heads.some(({ text: head }) => head === ''))
    return nothing;
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
  return isPassword && (ofAccounts || looksSecret(value));
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

const HEAD = /s?["']?[ \t]{0,8}[:=][ \t]{0,8}([[{]|(?=\r?\n))/iy;
const LINE = /\r?\n[ \t]{1,40}(?:-[ \t]{1,8}|[\w.-]{1,60}:[ \t]{1,8})\S/y;
const ITEM = /[^\s"'`,[\]{}]{10,}/g;
const MAX_LINES = 64;
const MAX_LENGTH = 4096;

/**
 * The secrets of a list or a map after a key that ends at `at`: `tokens: ["…", "…"]`, `secrets: { db: "…" }`, or one per
 * line. Its values may be of any sort, so only those that look random count.
 */
export function collectionSecrets(text: string, at: number): Found {
  HEAD.lastIndex = at;
  const bracket = HEAD.exec(text)?.[1];
  if (bracket === undefined) return { spans: [], end: at };
  const from = HEAD.lastIndex;
  const to = bracket === '' ? endOfLines(text, from) : endOfBracket(text, from, bracket);
  const spans: Span[] = [];
  for (const { 0: item, index } of text.slice(from, to).matchAll(ITEM)) {
    const start = from + index;
    // The digests of a lock file, in the map of a package such as `js-tokens`.
    if (looksRandom(item) && !isReference(item) && !/^sha\d{3}-/.test(item)) {
      spans.push({ kind: 'key-value', start, end: start + item.length });
    }
  }
  return { spans, end: to };
}

function endOfBracket(text: string, from: number, bracket: string): number {
  const end = text.slice(from, from + MAX_LENGTH).indexOf(bracket === '[' ? ']' : '}');
  return end === -1 ? from : from + end;
}

function endOfLines(text: string, from: number): number {
  let end = from;
  for (let line = 0; line < MAX_LINES; line += 1) {
    LINE.lastIndex = end;
    if (!LINE.test(text)) break;
    const next = text.slice(LINE.lastIndex, LINE.lastIndex + MAX_LENGTH).search(/\s|$/);
    end = LINE.lastIndex + next;
  }
  return end;
}

const IS_SECRET = /^[ \t]*kind:[ \t]*["']?secret["']?[ \t\r]*$/im;
/** Of manifests one below the other, the next begins with its kind. */
const NEXT_DOCUMENT = /^---|(?<=\n)\r?\n(?=kind:)/m;
/** The key of the values of a manifest, with its indentation. */
const DATA = /^([ \t]*)(?:data|stringData):[ \t\r]*$/;
/** A key and what stands behind it on its line. */
const ENTRY = /^[ \t]*["']?[\w.-]{1,253}["']?:[ \t]*(.*)\r?$/;
const BLOCK_HEAD = /^[|>][-+\d]{0,2}$/;

/** Finds the values of `kind: Secret` in manifests of Kubernetes, whatever their keys are. Reads each line once. */
export const kubernetesSecrets: Rule = {
  id: 'kubernetes-secret',
  needs: ['kind: secret', 'kind: "secret', "kind: 'secret", 'kind:secret', 'kind:\tsecret'],
  find(text: string): readonly Span[] {
    const spans: Span[] = [];
    let at = 0;
    for (const manifest of text.split(NEXT_DOCUMENT)) {
      // What separates the two is no part of either.
      at = text.indexOf(manifest, at);
      if (IS_SECRET.test(manifest)) spans.push(...valuesOf(manifest, at));
      at += manifest.length;
    }
    return spans;
  },
};

function valuesOf(manifest: string, offset: number): Span[] {
  const spans: Span[] = [];
  let at = offset;
  let data: string | undefined;
  // What a line without a key goes on with: a block, also past empty lines, or the value right above it.
  let above: 'block' | 'value' | 'nothing' = 'nothing';
  for (const line of manifest.split('\n')) {
    const indent = /^[ \t]*/.exec(line)?.[0] ?? '';
    const isEmpty = line.trim() === '';
    if (DATA.test(line)) [data, above] = [indent, 'nothing'];
    else if (!isEmpty && indent.length <= (data?.length ?? 0)) data = undefined;
    else if (isEmpty && above === 'value') above = 'nothing';
    else if (!isEmpty && data !== undefined && !line.trim().startsWith('#')) {
      const entry = ENTRY.exec(line)?.[1]?.trim();
      if (entry !== undefined) above = entry === '' || BLOCK_HEAD.test(entry) ? 'block' : 'value';
      const value = entry ?? (above === 'nothing' ? '' : line.trim());
      const bare = value.replace(/^["']|["']$/g, '');
      if (bare !== '' && !BLOCK_HEAD.test(bare) && !isReference(bare)) {
        const start = at + line.lastIndexOf(bare);
        spans.push({ kind: 'key-value', start, end: start + bare.length });
      }
    }
    at += line.length + 1;
  }
  return spans;
}
