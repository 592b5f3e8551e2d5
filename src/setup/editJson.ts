import type { Node } from 'jsonc-parser';
import {
  containerAt,
  cutOut,
  hashOf,
  inserted,
  type JsonDocument,
  jsonOf,
  nodeAt,
  parseJson,
} from './jsonDocument.js';
import type {
  Change,
  ChangeState,
  Edited,
  Json,
  JsonEntry,
  Piece,
  There,
  Wanted,
} from './wantedFile.js';

/**
 * The text with all wanted entries. `pieces` is what an earlier setup wrote. When something of that is to change, all of it
 * is taken back first, as if it had never been there. What others wrote is not touched. Throws a `FileProblem`.
 */
export function setUpJson(
  { path, entries, seed = {} }: Wanted<'json'>,
  before: string,
  pieces: readonly Piece[],
): Edited {
  const document = parseJson(path, before);
  const changes: Change[] = entries.flatMap((entry) => {
    const state = stateOf(document, entry, pieces);
    // What anybody's hooks need is worth a word only where it is added.
    return entry.needed && state === 'same' ? [] : { state, what: nameOf(entry) };
  });
  for (const piece of pieces)
    if (!piece.made && isStale(document, piece, entries))
      changes.push({ state: 'removed', what: nameOf(piece) });
  if (changes.every(({ state }) => state === 'same' || state === 'kept'))
    return { text: before, pieces, changes };
  const back = takeBackJson(path, before, pieces);
  let edited = { document: parseJson(path, back.text ?? ''), pieces: back.pieces };
  // Each is put before the others.
  for (const entry of entries.toReversed())
    if (!occupant(edited.document, entry)) edited = withEntry(edited, entry, seed);
  return { text: edited.document.text, pieces: edited.pieces, changes };
}

/** The text without what setup wrote, as far as that is unchanged. Undefined when nothing is left. Throws a `FileProblem`. */
export function takeBackJson(path: string, text: string, pieces: readonly Piece[]): Edited {
  let document = parseJson(path, text);
  const left: Piece[] = [];
  const changes: Change[] = [];
  for (const piece of pieces.toReversed()) {
    const node = unchanged(document, piece);
    // What others have put where setup had made room needs it, too.
    if (piece.needed && left.some(({ made }) => made)) continue;
    if (node) {
      const whole = node.parent?.type === 'property' ? node.parent : node;
      document = parseJson(path, cutOut(document, whole, piece.around));
    } else if (piece.element || nodeAt(document, piece.pointer) === undefined) continue;
    else left.unshift(piece);
    if (!piece.made) changes.unshift({ state: node ? 'removed' : 'kept', what: nameOf(piece) });
  }
  return { text: document.text === '' ? undefined : document.text, pieces: left, changes };
}

/** What has the places of the wanted entries. */
export function thereInJson({ path, entries }: Wanted<'json'>, text: string): readonly There[] {
  const document = parseJson(path, text);
  return entries.flatMap((entry) => {
    const node = occupant(document, entry);
    if (!node || entry.needed) return [];
    const [value, what] = [jsonOf(node), nameOf(entry)];
    const { pointer, element } = entry;
    const piece = { pointer, element, made: false, hash: hashOf(value) };
    return { what, value, wanted: entry.value, older: entry.isOlder(value) ? piece : undefined };
  });
}

function stateOf(document: JsonDocument, entry: JsonEntry, pieces: readonly Piece[]): ChangeState {
  const node = occupant(document, entry);
  if (!node) return 'added';
  if (entry.needed || hashOf(jsonOf(node)) === hashOf(entry.value)) return 'same';
  const isOurs = (piece: Piece) => isAt(piece, entry) && unchanged(document, piece) === node;
  return pieces.some(isOurs) ? 'updated' : 'kept';
}

/** True for what an earlier setup wrote, and is there, and is not wanted any more. */
function isStale(document: JsonDocument, piece: Piece, entries: readonly JsonEntry[]): boolean {
  const node = unchanged(document, piece);
  if (!node) return false;
  const isWanted = (entry: JsonEntry) =>
    !entry.element || hashOf(entry.value) === piece.hash || entry.isAbout(jsonOf(node));
  return !entries.some((entry) => isAt(piece, entry) && isWanted(entry));
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

/** What setup wrote, if it is there and still as it was written. Of a changed element nothing is known. */
function unchanged(document: JsonDocument, { pointer, element, hash }: Piece): Node | undefined {
  const candidates = element
    ? (containerAt(document, pointer, 'array')?.children ?? [])
    : [nodeAt(document, pointer)];
  return candidates.find(
    (node) => node && hashOf(jsonOf(node)) === hash && !hasComment(document, node),
  );
}

/** A comment in it, or between its key and it, is somebody's: it would be lost with the value. */
function hasComment({ text, bare }: JsonDocument, node: Node): boolean {
  const { offset, length } = node.parent?.type === 'property' ? node.parent : node;
  return text.slice(offset, offset + length) !== bare.slice(offset, offset + length);
}

const isAt = (piece: Piece, entry: JsonEntry) => nameOf(piece) === nameOf(entry);
const nameOf = ({ pointer }: Pick<Piece, 'pointer'>) => pointer.join('.');

/** The document with one more entry, in objects and arrays that are made where there are none. Each is noted as a piece. */
function withEntry(
  edited: { readonly document: JsonDocument; readonly pieces: readonly Piece[] },
  { pointer, element, value, needed }: JsonEntry,
  seed: Wanted<'json'>['seed'] = {},
) {
  let { document } = edited;
  const pieces = [...edited.pieces];
  const put = (piece: Pick<Piece, 'pointer' | 'element' | 'made' | 'needed'>, one: Json) => {
    const { text, ...around } = inserted(document, piece, one);
    document = parseJson(document.path, text);
    pieces.push({ ...piece, hash: hashOf(one), around });
  };
  if (!document.root) put({ pointer: [], element: false, made: true }, seed);
  const above = element ? pointer : pointer.slice(0, -1);
  for (const depth of above.keys()) {
    const made = above.slice(0, depth + 1);
    const isArray = element && made.length === pointer.length;
    if (containerAt(document, made, isArray ? 'array' : 'object')) continue;
    put({ pointer: made, element: false, made: true }, isArray ? [] : {});
  }
  put({ pointer, element, made: false, ...(needed && { needed }) }, value);
  return { document, pieces };
}
