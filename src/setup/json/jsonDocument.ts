import stringify from 'fast-json-stable-stringify';
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { sha256Hex } from '../../domain/sha256.js';
import { FileProblem, placeAt } from '../fileProblem.js';
import type { Json } from '../wantedFile.js';

/** A JSON file with comments and trailing commas, and where its values are. */
export interface JsonDocument {
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
  if (root && root.type !== 'object') throw notA(path, text, root, 'object', []);
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  return { text, bare: withoutComments(text), root, newline, unit: unitOf(text, root) };
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

/** The object or array at a pointer; undefined when it is not there. Throws a `FileProblem` when another thing is. */
export function containerAt(
  path: string,
  { text, root }: JsonDocument,
  pointer: readonly string[],
  type: 'object' | 'array',
): Node | undefined {
  if (!root) return undefined;
  for (const [depth, key] of pointer.entries()) {
    const object = findNodeAtLocation(root, pointer.slice(0, depth));
    if (!object) return undefined;
    if (object.type !== 'object') throw notA(path, text, object, 'object', pointer.slice(0, depth));
    refuseTwice(path, text, object, key, pointer.slice(0, depth + 1));
  }
  const node = findNodeAtLocation(root, [...pointer]);
  if (node && node.type !== type) throw notA(path, text, node, type, pointer);
  return node;
}

/** The value of an object's key. Throws a `FileProblem` when it has the key twice. */
export function childOf(
  path: string,
  { text }: JsonDocument,
  object: Node,
  key: string,
  pointer: readonly string[],
): Node | undefined {
  refuseTwice(path, text, object, key, pointer);
  return findNodeAtLocation(object, [key]);
}

/** Programs take the last of two values with the same key, and setup would write into the other. */
function refuseTwice(
  path: string,
  text: string,
  object: Node,
  key: string,
  pointer: readonly string[],
) {
  const [, second] = object.children?.filter(({ children }) => children?.[0]?.value === key) ?? [];
  if (!second) return;
  const place = placeAt(text, second.offset);
  throw new FileProblem(
    path,
    `${pointer.join('.')} is there twice (${place}). Leave one of them and run the command again`,
  );
}

function notA(path: string, text: string, node: Node, type: string, pointer: readonly string[]) {
  const what = pointer.length === 0 ? 'the file' : pointer.join('.');
  const place = placeAt(text, node.offset);
  return new FileProblem(
    path,
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
export function indentBefore(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

function unitOf(text: string, root: Node | undefined): string {
  const [first] = root?.children ?? [];
  return (first && indentBefore(text, first.offset)) || '  ';
}
