import type { Node } from 'jsonc-parser';
import type { Piece } from '../change.js';
import type { JsonEntry } from '../wantedFile.js';
import { childOf, containerAt, hashOf, type JsonDocument, jsonOf } from './jsonDocument.js';

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
export function unchanged(path: string, document: JsonDocument, piece: Piece): Node | undefined {
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
