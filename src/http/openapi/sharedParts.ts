import { type Document, operationsOf } from './document.js';

type Kind = 'headers' | 'responses' | 'parameters';

/** Where a part of the document stands. */
interface Place {
  /** The name of a header or parameter, or the status of a response. */
  readonly name: string;
  readonly part: object;
  readonly put: (reference: { readonly $ref: string }) => void;
}

/**
 * Moves every header, response and parameter that the document repeats to its components, and puts references where it
 * stood. A component is named after its header, status or parameter; the next one of that name gets a number.
 */
export function sharePartsOf(document: Document): void {
  const operations = operationsOf(document);
  const responses = operations.flatMap((operation) => placesIn(operation.responses));
  const headers = responses.flatMap(({ part }) => placesIn('headers' in part && part.headers));
  const parameters = operations.flatMap((operation) => placesIn(operation.parameters));
  // Headers before the responses that they are in.
  share(document, 'headers', headers);
  share(document, 'responses', responses);
  share(document, 'parameters', parameters);
}

/** The places in a list of parts that say their names, or in an object with a part under each name. */
function placesIn(parts: unknown): Place[] {
  if (typeof parts !== 'object' || parts === null) return [];
  return Object.entries(parts).map(([key, part]: [string, object]) => ({
    name: 'name' in part ? String(part.name) : key,
    part,
    put: (reference) => Object.assign(parts, { [key]: reference }),
  }));
}

function share(document: Document, kind: Kind, places: readonly Place[]): void {
  const same = new Map<string, Place[]>();
  for (const place of places) {
    const text = JSON.stringify(place.part);
    same.set(text, [...(same.get(text) ?? []), place]);
  }
  const components: Record<string, object> = {};
  for (const [first, ...others] of same.values()) {
    if (!first || others.length === 0) continue;
    const name = freeName(first.name, components);
    components[name] = first.part;
    for (const { put } of [first, ...others]) put({ $ref: `#/components/${kind}/${name}` });
  }
  document.components = { ...document.components, [kind]: components };
}

function freeName(name: string, taken: object): string {
  for (let number = 1; ; number++) {
    const free = number === 1 ? name : `${name}_${number}`;
    if (!Object.hasOwn(taken, free)) return free;
  }
}
