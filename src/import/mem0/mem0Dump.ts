import type { PeerRow } from '../eachRow.js';
import { jsonElements } from '../jsonElements.js';
import { jsonObject } from '../jsonObject.js';
import type { PeerCells } from '../peerCells.js';
import { wrongFile } from '../wrongFile.js';

/** A dump of mem0: how many memories it has, and what they said before. */
export interface Mem0Dump {
  readonly total: number;
  /** The entries of the history by the ids of the memories, in the order of the file. */
  readonly history: ReadonlyMap<string, readonly PeerCells[]>;
  memories(): AsyncIterable<PeerRow>;
}

/** The keys of an object that hold memories: of answers of the API, and of files that people make of them. */
const KEYS = ['results', 'memories'];

/**
 * Reads through a dump once, and keeps its history only: it may come last. Throws a `Diagnostic` when it holds no list of
 * memories.
 */
export async function readMem0Dump(file: string): Promise<Mem0Dump> {
  const history = new Map<string, PeerCells[]>();
  let total = 0;
  const keys = new Set<string>();
  for await (const { key, kind, text } of jsonElements(file)) {
    keys.add(key);
    if (isMemories(key) && kind !== 'array') total += 1;
    if (key !== 'history' || kind === 'array' || kind === 'damage') continue;
    for (const entry of entriesOf(jsonObject(text))) {
      const id = String(entry.memory_id);
      const before = history.get(id);
      if (before) before.push(entry);
      else history.set(id, [entry]);
    }
  }
  // What is empty is a dump of nothing.
  if (keys.size > 0 && ![...keys].some(isMemories))
    throw wrongFile(file, 'a dump of mem0', 'it has neither `results` nor a plain list');
  return { total, history, memories: () => memoriesOf(file) };
}

/** The elements of a plain list have no key. */
function isMemories(key: string): boolean {
  return key === '' || KEYS.includes(key);
}

async function* memoriesOf(file: string): AsyncGenerator<PeerRow> {
  let position = 0;
  let isLast = true;
  for await (const { key, kind, text } of jsonElements(file)) {
    if (key === 'next' && text !== 'null') isLast = false;
    if (!isMemories(key)) {
      if (kind === 'damage') yield { row: key, damage: text };
      continue;
    }
    if (kind === 'array') continue;
    position += 1;
    const row = `memory ${position}`;
    const cells = kind === 'damage' ? undefined : jsonObject(text);
    if (cells) yield { row, cells };
    else yield { row, damage: kind === 'damage' ? text : 'it is no JSON object' };
  }
  if (!isLast)
    yield { row: 'the next page', damage: 'it is not in this file: take a dump of each page' };
}

/** An entry, or the entries of a memory under its id. */
function entriesOf(found: PeerCells | undefined): PeerCells[] {
  if (found === undefined) return [];
  if (found.memory_id !== undefined) return [found];
  return Object.entries(found).flatMap(([memory_id, entries]) =>
    // Any object has string keys and unknown values.
    Array.isArray(entries) ? entries.map((entry) => ({ memory_id, ...(entry as PeerCells) })) : [],
  );
}
