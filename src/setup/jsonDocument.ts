import stringify from 'fast-json-stable-stringify';
import {
  createScanner,
  getNodeValue,
  type Node,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { sha256Hex } from '../domain/hash.js';
import { FileProblem, placeAt } from './configFile.js';
import type { Json, Piece } from './wantedFile.js';

/** A JSON file with comments and trailing commas, and where its values are. */
export interface JsonDocument {
  /** Of the file, for what is said about it. */
  readonly path: string;
  readonly text: string;
  /** The text with spaces instead of comments. */
  readonly bare: string;
  /** Undefined for a file without a value. */
  readonly root: Node | undefined;
  /** How the file ends its lines. */
  readonly newline: string;
  /** One step of its indentation. */
  readonly unit: string;
}

/** Throws a `FileProblem` for what is no JSON, even with comments, and for a root that is no object. */
export function parseJson(path: string, text: string): JsonDocument {
  refuseDeep(path, text);
  const errors: Parameters<typeof parseTree>[1] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) {
    // The names are such as `CommaExpected`.
    const what = printParseErrorCode(error.error).replaceAll(
      /(?<=.)[A-Z]/g,
      (a) => ` ${a.toLowerCase()}`,
    );
    throw new FileProblem(
      path,
      `this is not valid JSON (${placeAt(text, error.offset)}: ${what}). Correct it and run the command again`,
    );
  }
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const [first] = root?.children ?? [];
  const unit = (first && indentBefore(text, first.offset)) || '  ';
  const document = { path, text, bare: withoutComments(text), root, newline, unit };
  // Throws for a root that is no object.
  containerAt(document, [], 'object');
  return document;
}

/** Far beyond any settings, and far from what the parser's own calls have room for. */
const MOST_DEPTH = 200;

/** The package has these as a constant enumeration, which is not there at run time (`SyntaxKind`). */
const [OPENS, CLOSES, END] = [[1, 3], [2, 4], 17];

function refuseDeep(path: string, text: string): void {
  const scanner = createScanner(text, true);
  for (let depth = 0, token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (OPENS.includes(token)) depth += 1;
    if (CLOSES.includes(token)) depth -= 1;
    if (depth > MOST_DEPTH)
      throw new FileProblem(
        path,
        `this is nested more than ${MOST_DEPTH} deep (${placeAt(text, scanner.getTokenOffset())}). Correct it and run the command again`,
      );
  }
}

/** The value at a pointer; undefined when it is not there. Throws a `FileProblem` where a key is there twice, or what holds it is no object. */
export function nodeAt(document: JsonDocument, pointer: readonly string[]): Node | undefined {
  const key = pointer.at(-1);
  if (key === undefined) return document.root;
  const object = containerAt(document, pointer.slice(0, -1), 'object');
  const named = object?.children?.filter(({ children }) => children?.[0]?.value === key) ?? [];
  const [property, second] = named;
  // Programs take the last of two values with the same key, and setup would write into the other.
  if (second) {
    const what = `${pointer.join('.')} is there twice (${placeAt(document.text, second.offset)})`;
    const next = 'Leave one of them and run the command again';
    throw new FileProblem(document.path, `${what}. ${next}`);
  }
  return property?.children?.[1];
}

/** The object or array at a pointer; undefined when it is not there. Throws a `FileProblem` when another thing is. */
export function containerAt(
  document: JsonDocument,
  pointer: readonly string[],
  type: 'object' | 'array',
): Node | undefined {
  const node = nodeAt(document, pointer);
  if (!node || node.type === type) return node;
  const what = pointer.length === 0 ? 'the file' : pointer.join('.');
  const place = placeAt(document.text, node.offset);
  throw new FileProblem(
    document.path,
    `${what} should be an ${type} and is ${node.type} (${place}). Correct it and run the command again`,
  );
}

/** The value of a node. */
export function jsonOf(node: Node): Json {
  return getNodeValue(node);
}

/** SHA-256 of a value, whatever the order of its keys. */
export function hashOf(value: Json): string {
  return sha256Hex(stringify(value));
}

/** The package has a function for this, but what it gives is not as long as the text. */
function withoutComments(text: string): string {
  let bare = '';
  let from = 0;
  const onComment = (offset: number, length: number) => {
    bare +=
      text.slice(from, offset) + text.slice(offset, offset + length).replaceAll(/[^\r\n]/g, ' ');
    from = offset + length;
  };
  visit(text, { onComment }, { allowTrailingComma: true, allowEmptyContent: true });
  return bare + text.slice(from);
}

/** The white space before an offset, back to the start of its line; undefined when there is something else. */
function indentBefore(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** A text with something new in it, and what was inserted before and after that. */
interface Inserted {
  readonly text: string;
  readonly lead: string;
  readonly tail: string;
}

/**
 * Puts a value first into the object or array that is there for it, or as the root into a file without one. One text is
 * inserted at one place and nothing else is touched, so that cutting it out again restores every byte: the first place needs no
 * comma of a neighbour, and no comment stands between a neighbour and its comma.
 */
export function inserted(
  document: JsonDocument,
  { pointer, element }: Pick<Piece, 'pointer' | 'element'>,
  value: Json,
): Inserted {
  const { path, text, root, newline, unit } = document;
  if (!root) {
    // Behind whatever comments the file has.
    const lead = text === '' || text.endsWith('\n') ? '' : newline;
    const shown = JSON.stringify(value, null, unit).replaceAll('\n', newline);
    return { text: `${text}${lead}${shown}${newline}`, lead, tail: newline };
  }
  const above = element ? pointer : pointer.slice(0, -1);
  const container = containerAt(document, above, element ? 'array' : 'object');
  if (!container) throw new Error(`${path}: nothing holds ${pointer.join('.')}`);
  const name = element ? '' : `${JSON.stringify(pointer.at(-1))}: `;
  const start = container.offset + 1;
  const inside = text.slice(start, container.offset + container.length - 1);
  const [first] = container.children ?? [];
  const put = (at: number, lead: string, shown: string, tail: string) => ({
    text: `${text.slice(0, at)}${lead}${name}${shown}${tail}${text.slice(at)}`,
    lead,
    tail,
  });
  if (first && !inside.includes('\n')) return put(start, '', JSON.stringify(value), ',');
  const lineStart = text.lastIndexOf('\n', container.offset - 1) + 1;
  const [outer = ''] = /^[ \t]*/.exec(text.slice(lineStart, container.offset)) ?? [];
  const indent = (first && indentBefore(text, first.offset)) ?? `${outer}${unit}`;
  // A comment at the end of the line belongs to what begins there.
  const skipped = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(inside)?.[0];
  const lead = `${newline}${indent}`;
  const tail = first ? ',' : skipped === undefined ? `${newline}${outer}` : '';
  const shown = JSON.stringify(value, null, unit).replaceAll('\n', lead);
  return put(start + (skipped ?? '').length, lead, shown, tail);
}

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
