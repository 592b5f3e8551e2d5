import type { Node } from 'jsonc-parser';
import {
  childOf,
  containerAt,
  cutOut,
  hashOf,
  insertFirst,
  insertRoot,
  type JsonDocument,
  jsonOf,
  parseJson,
} from './jsonDocument.js';
import type { Change, ChangeState, Edited, Json, JsonEntry, Piece } from './wantedFile.js';

interface WantedJson {
  readonly path: string;
  readonly entries: readonly JsonEntry[];
  readonly seed?: { readonly [key: string]: Json };
}

/**
 * The text with all wanted entries. `pieces` is what an earlier setup wrote. When something of that is to change, all of it
 * is taken back first, as if it had never been there. What others wrote is not touched. Throws a `FileProblem`.
 */
export function setUpJson(wanted: WantedJson, text: string, pieces: readonly Piece[]): Edited {
  const { path, entries, seed = {} } = wanted;
  const document = parseJson(path, text);
  const states = entries.map((entry) => stateOf(path, document, entry, pieces));
  const stale = pieces.filter((piece) => !piece.made && isStale(path, document, piece, entries));
  const changes: readonly Change[] = [
    ...entries.flatMap((entry, index) => {
      const state = states[index] ?? 'same';
      // What anybody's hooks need is worth a word only where it is added.
      return entry.needed && state === 'same' ? [] : [{ state, what: nameOf(entry) }];
    }),
    ...stale.map((piece) => ({ state: 'removed' as const, what: nameOf(piece) })),
  ];
  if (changes.every(({ state }) => state === 'same' || state === 'kept')) {
    return { text, pieces, changes };
  }
  const back = takeBackJson(path, text, pieces);
  const edit = new JsonEdit(path, back.text ?? '', back.pieces);
  // Each is put before the others.
  for (const entry of entries.toReversed()) {
    if (!occupant(path, edit.document, entry)) edit.insert(entry, seed);
  }
  return { text: edit.document.text, pieces: edit.pieces, changes };
}

/** The text without what setup wrote, as far as that is unchanged. Undefined when nothing is left. Throws a `FileProblem`. */
export function takeBackJson(path: string, text: string, pieces: readonly Piece[]): Edited {
  let document = parseJson(path, text);
  const left: Piece[] = [];
  const changes: Change[] = [];
  for (const piece of pieces.toReversed()) {
    const node = unchanged(path, document, piece);
    // What others have put where setup had made room needs it, too.
    if (piece.needed && left.some(({ made }) => made)) continue;
    if (node) {
      const whole = node.parent?.type === 'property' ? node.parent : node;
      document = parseJson(path, cutOut(document, whole, piece.around));
    } else if (isInPlace(path, document, piece)) left.unshift(piece);
    else continue;
    if (!piece.made) changes.unshift({ state: node ? 'removed' : 'kept', what: nameOf(piece) });
  }
  return { text: document.text === '' ? undefined : document.text, pieces: left, changes };
}

/** What an earlier setup may have written, where its notes are lost: found by the command lines. */
export function olderJson({ path, entries }: WantedJson, text: string): readonly Piece[] {
  const document = parseJson(path, text);
  return entries.flatMap((entry) => {
    const node = occupant(path, document, entry);
    if (!node || !entry.isOlder(jsonOf(node))) return [];
    const { pointer, element } = entry;
    return [{ pointer, element, made: false, hash: hashOf(jsonOf(node)) }];
  });
}

/** The values in the places of wanted properties, each with what is wanted there. Throws a `FileProblem`. */
export function occupiedJson(
  { path, entries }: WantedJson,
  text: string,
): readonly { readonly before: Json; readonly after: Json }[] {
  const document = parseJson(path, text);
  return entries.flatMap((entry) => {
    const node = entry.element ? undefined : occupant(path, document, entry);
    return node ? [{ before: jsonOf(node), after: entry.value }] : [];
  });
}

/** The places of wanted entries where there is something, whoever wrote it. */
export function placesTakenInJson({ path, entries }: WantedJson, text: string): readonly string[] {
  const document = parseJson(path, text);
  return entries.filter((entry) => !entry.needed && occupant(path, document, entry)).map(nameOf);
}

function stateOf(
  path: string,
  document: JsonDocument,
  entry: JsonEntry,
  pieces: readonly Piece[],
): ChangeState {
  const node = occupant(path, document, entry);
  if (!node) return 'added';
  if (entry.needed) return 'same';
  const hash = hashOf(jsonOf(node));
  if (hash === hashOf(entry.value)) return 'same';
  const isOurs = pieces.some(
    (piece) => isAt(piece, entry) && unchanged(path, document, piece) === node,
  );
  return isOurs ? 'updated' : 'kept';
}

/** True for what an earlier setup wrote, and is there, and is not wanted any more. */
function isStale(
  path: string,
  document: JsonDocument,
  piece: Piece,
  entries: readonly JsonEntry[],
): boolean {
  const node = unchanged(path, document, piece);
  if (!node) return false;
  return !entries.some(
    (entry) =>
      isAt(piece, entry) &&
      (!entry.element || hashOf(entry.value) === piece.hash || entry.isAbout(jsonOf(node))),
  );
}

/** True when a property that setup wrote is there with whatever value. Of a changed element nothing is known. */
function isInPlace(path: string, document: JsonDocument, { pointer, element }: Piece): boolean {
  const key = pointer.at(-1);
  if (key === undefined) return document.root !== undefined;
  if (element) return false;
  const object = containerAt(path, document, pointer.slice(0, -1), 'object');
  return object !== undefined && childOf(path, document, object, key, pointer) !== undefined;
}

const isAt = (piece: Piece, entry: JsonEntry) => nameOf(piece) === nameOf(entry);
const nameOf = ({ pointer }: Pick<Piece, 'pointer'>) => pointer.join('.');

/** A text that grows by one insertion after the other, with notes of each. */
class JsonEdit {
  document;

  constructor(
    private readonly path: string,
    text: string,
    public pieces: readonly Piece[],
  ) {
    this.document = parseJson(path, text);
  }

  insert(entry: JsonEntry, seed: { readonly [key: string]: Json }): void {
    if (!this.document.root) {
      this.#note([], false, true, seed, insertRoot(this.document, seed));
    }
    const { pointer, element, value } = entry;
    const above = element ? pointer : pointer.slice(0, -1);
    for (const depth of above.keys()) {
      const isArray = element && depth === above.length - 1;
      this.#makeContainer(above.slice(0, depth + 1), isArray);
    }
    const container = containerAt(this.path, this.document, above, element ? 'array' : 'object');
    if (!container) throw new Error(`${this.path}: ${above.join('.')} was not made`);
    const key = element ? undefined : pointer.at(-1);
    this.#note(pointer, element, false, value, insertFirst(this.document, container, key, value));
    const last = this.pieces.at(-1);
    if (entry.needed && last)
      this.pieces = [...this.pieces.slice(0, -1), { ...last, needed: true }];
  }

  #makeContainer(pointer: readonly string[], isArray: boolean): void {
    if (containerAt(this.path, this.document, pointer, isArray ? 'array' : 'object')) return;
    const parent = containerAt(this.path, this.document, pointer.slice(0, -1), 'object');
    if (!parent) throw new Error(`${this.path}: nothing holds ${pointer.join('.')}`);
    const empty = isArray ? [] : {};
    const inserted = insertFirst(this.document, parent, pointer.at(-1), empty);
    this.#note(pointer, false, true, empty, inserted);
  }

  #note(
    pointer: readonly string[],
    element: boolean,
    made: boolean,
    value: Json,
    { text, lead, tail }: { readonly text: string; readonly lead: string; readonly tail: string },
  ): void {
    this.document = parseJson(this.path, text);
    const piece = { pointer, element, made, hash: hashOf(value), around: { lead, tail } };
    this.pieces = [...this.pieces, piece];
  }
}

/** The value that has the place of an entry, also if it is another one; undefined when the place is free. */
export function occupant(path: string, document: JsonDocument, entry: JsonEntry): Node | undefined {
  if (!entry.element) return propertyAt(path, document, entry.pointer);
  const elements = containerAt(path, document, entry.pointer, 'array')?.children ?? [];
  const hash = hashOf(entry.value);
  return (
    elements.find((element) => hashOf(jsonOf(element)) === hash) ??
    elements.find((element) => entry.isAbout(jsonOf(element)))
  );
}

/** What setup wrote, if it is there and still as it was written. */
function unchanged(path: string, document: JsonDocument, piece: Piece): Node | undefined {
  const { pointer, element, hash } = piece;
  const candidates = element
    ? (containerAt(path, document, pointer, 'array')?.children ?? [])
    : [propertyAt(path, document, pointer)];
  return candidates.find(
    (node) => node && hashOf(jsonOf(node)) === hash && !hasComment(document, node),
  );
}

function propertyAt(path: string, document: JsonDocument, pointer: readonly string[]) {
  const key = pointer.at(-1);
  if (key === undefined) return document.root;
  const object = containerAt(path, document, pointer.slice(0, -1), 'object');
  return object && childOf(path, document, object, key, pointer);
}

/** A comment in it, or between its key and it, is somebody's: it would be lost with the value. */
function hasComment({ text, bare }: JsonDocument, node: Node): boolean {
  const { offset, length } = node.parent?.type === 'property' ? node.parent : node;
  return text.slice(offset, offset + length) !== bare.slice(offset, offset + length);
}
