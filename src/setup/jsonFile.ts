import {
  createScanner,
  getNodeValue,
  type Node,
  parseTree,
  printParseErrorCode,
  visit,
} from 'jsonc-parser';
import { FileProblem, placeAt } from './configFile.js';
import {
  type Format,
  hashOf,
  type Insertion,
  type Json,
  type JsonEntry,
  type Piece,
  type Place,
  type Wanted,
} from './wantedFile.js';

/**
 * A JSON file with comments and trailing commas, in which each entry is put first into its object or array. An entry with a
 * comment in it is somebody's: it would be lost with the entry.
 */
export function jsonFormat({ path, entries, seed = {} }: Wanted<'json'>): Format {
  return {
    places(text = '') {
      const document = parseJson(path, text);
      return entries.map((entry) => placeOf(document, entry));
    },
    add(text = '') {
      let document = parseJson(path, text);
      const pieces: Piece[] = [];
      const insertions: Insertion[] = [];
      const put = (piece: Omit<Piece, 'hash'>, value: Json) => {
        const { start, inserted } = insertion(document, piece, value);
        document = parseJson(
          path,
          document.text.slice(0, start) + inserted + document.text.slice(start),
        );
        pieces.push({ ...piece, hash: hashOf(value) });
        insertions.push([start, inserted.length]);
      };
      // Each is put before the others.
      for (const entry of entries.toReversed()) {
        if (occupant(document, entry)) continue;
        if (!document.root) put({ pointer: [], element: false, made: true }, seed);
        const { pointer, element, needed, value } = entry;
        const above = element ? pointer : pointer.slice(0, -1);
        for (const depth of above.keys()) {
          const made = above.slice(0, depth + 1);
          const isArray = element && made.length === pointer.length;
          if (!containerAt(document, made, isArray ? 'array' : 'object'))
            put({ pointer: made, element: false, made: true }, isArray ? [] : {});
        }
        put({ pointer, element, made: false, needed }, value);
      }
      return { text: document.text, pieces, insertions };
    },
    remove(text, pieces) {
      let document = parseJson(path, text);
      const gone: Piece[] = [];
      const left: Piece[] = [];
      for (const piece of pieces.toReversed()) {
        // What others have put where setup had made room needs it, too.
        if (piece.needed && left.some(({ made }) => made)) continue;
        const node = unchanged(document, piece);
        if (node) {
          document = parseJson(path, cutOut(document, node));
          gone.unshift(piece);
        } else if (!piece.element && nodeAt(document, piece.pointer)) left.unshift(piece);
      }
      return { text: document.text === '' ? undefined : document.text, gone, left };
    },
  };
}

function placeOf(document: JsonDocument, entry: JsonEntry): Place {
  const { pointer, element, value: wanted, needed } = entry;
  const node = occupant(document, entry);
  const place = { what: pointer.join('.'), wanted, needed };
  if (!node) return { ...place, value: undefined, isAsWanted: false };
  const value = jsonOf(node);
  const hash = hashOf(value);
  const isAsWanted = needed === true || hash === hashOf(wanted);
  const older = entry.isOlder(value) ? { pointer, element, made: false, hash } : undefined;
  return { ...place, value, isAsWanted, older };
}

/** The value that has the place of an entry, also if it is another one; undefined when the place is free. */
function occupant(document: JsonDocument, { element, pointer, value, isAbout }: JsonEntry) {
  if (!element) return nodeAt(document, pointer);
  const elements = containerAt(document, pointer, 'array')?.children ?? [];
  const hash = hashOf(value);
  return (
    elements.find((one) => hashOf(jsonOf(one)) === hash) ??
    elements.find((one) => isAbout(jsonOf(one)))
  );
}

/** What setup wrote, with its key, if it is there and still as it was written. Of a changed element nothing is known. */
function unchanged(document: JsonDocument, { pointer, element, hash }: Piece): Node | undefined {
  const { text, bare } = document;
  const candidates = element
    ? (containerAt(document, pointer, 'array')?.children ?? [])
    : [nodeAt(document, pointer)];
  const withKey = (node: Node) => (node.parent?.type === 'property' ? node.parent : node);
  const isAsWritten = (node: Node) => {
    const { offset, length } = withKey(node);
    const hasComment = text.slice(offset, offset + length) !== bare.slice(offset, offset + length);
    return !hasComment && hashOf(jsonOf(node)) === hash;
  };
  const found = candidates.find((node) => node && isAsWritten(node));
  return found && withKey(found);
}

/** A JSON file, and where its values are. */
interface JsonDocument {
  /** Of the file, for what is said about it. */
  readonly path: string;
  readonly text: string;
  /** The text with spaces instead of comments. */
  readonly bare: string;
  /** Undefined for a file without a value. */
  readonly root: Node | undefined;
}

/** Throws a `FileProblem` for what is no JSON, even with comments, and for a root that is no object. */
function parseJson(path: string, text: string): JsonDocument {
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
  const document = { path, text, bare: withoutComments(text), root };
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
function nodeAt(document: JsonDocument, pointer: readonly string[]): Node | undefined {
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
function containerAt(
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

const jsonOf = (node: Node): Json => getNodeValue(node);

/** The package has a function for this, but what it gives is not as long as the text. */
function withoutComments(text: string): string {
  let bare = '';
  let from = 0;
  const onComment = (offset: number, length: number) => {
    const end = offset + length;
    bare += text.slice(from, offset) + text.slice(offset, end).replaceAll(/[^\r\n]/g, ' ');
    from = end;
  };
  visit(text, { onComment }, { allowTrailingComma: true, allowEmptyContent: true });
  return bare + text.slice(from);
}

/** The white space before an offset, back to the start of its line; undefined when there is something else. */
function indentBefore(text: string, offset: number): string | undefined {
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/**
 * The text that puts a value first into the object or array that is there for it, or as the root into a file without one, and
 * where it is inserted. Nothing else is touched: the first place needs no comma of a neighbour, and no comment stands between a
 * neighbour and its comma.
 */
function insertion(
  { path, text, root, ...document }: JsonDocument,
  { pointer, element }: Pick<Piece, 'pointer' | 'element'>,
  value: Json,
): { readonly start: number; readonly inserted: string } {
  const newline = /\r?\n/.exec(text)?.[0] ?? '\n';
  const [outermost] = root?.children ?? [];
  // One step of the indentation.
  const unit = (outermost && indentBefore(text, outermost.offset)) || '  ';
  const shown = (indent: string) =>
    JSON.stringify(value, null, unit).replaceAll('\n', `${newline}${indent}`);
  if (!root) {
    // Behind whatever comments the file has.
    const lead = text === '' || text.endsWith('\n') ? '' : newline;
    return { start: text.length, inserted: `${lead}${shown('')}${newline}` };
  }
  const above = element ? pointer : pointer.slice(0, -1);
  const container = containerAt(
    { path, text, root, ...document },
    above,
    element ? 'array' : 'object',
  );
  if (!container) throw new Error(`${path}: nothing holds ${pointer.join('.')}`);
  const name = element ? '' : `${JSON.stringify(pointer.at(-1))}: `;
  const start = container.offset + 1;
  const inside = text.slice(start, container.offset + container.length - 1);
  const [first] = container.children ?? [];
  if (first && !inside.includes('\n'))
    return { start, inserted: `${name}${JSON.stringify(value)},` };
  const lineStart = text.lastIndexOf('\n', container.offset - 1) + 1;
  const [outer = ''] = /^[ \t]*/.exec(text.slice(lineStart, container.offset)) ?? [];
  const indent = (first && indentBefore(text, first.offset)) ?? `${outer}${unit}`;
  // A comment at the end of the line belongs to what begins there.
  const skipped = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n)/.exec(inside)?.[0];
  const tail = first ? ',' : skipped === undefined ? `${newline}${outer}` : '';
  const inserted = `${newline}${indent}${name}${shown(indent)}${tail}`;
  return { start: start + (skipped ?? '').length, inserted };
}

/** Cuts a property, an element or the root out of a text, with its comma, and with its lines where nothing else stands on them. */
function cutOut({ text, bare }: JsonDocument, { offset: start, length }: Node): string {
  const end = start + length;
  const comma = commaAfter(bare, end) ?? commaBefore(bare, start);
  const lineStart = indentBefore(text, start);
  const after = comma !== undefined && comma >= end ? comma + 1 : end;
  const rest = /^[ \t]*\r?\n/.exec(text.slice(after))?.[0];
  const isOnOwnLines =
    lineStart !== undefined && rest !== undefined && text.slice(end, after - 1).trim() === '';
  const from = isOnOwnLines ? start - lineStart.length : start;
  const to = isOnOwnLines ? after + rest.length : end;
  const cut = text.slice(0, from) + text.slice(to);
  if (comma === undefined || (comma >= from && comma < to)) return cut;
  const at = comma < from ? comma : comma - (to - from);
  return cut.slice(0, at) + cut.slice(at + 1);
}

function commaAfter(bare: string, end: number): number | undefined {
  const [, space] = /^(\s*),/.exec(bare.slice(end)) ?? [];
  return space === undefined ? undefined : end + space.length;
}

function commaBefore(bare: string, start: number): number | undefined {
  const before = bare.slice(0, start).trimEnd();
  return before.endsWith(',') ? before.length - 1 : undefined;
}
