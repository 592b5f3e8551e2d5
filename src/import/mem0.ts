import type { NoteState } from '../domain/archive/archiveLine.js';
import { noteRow } from './archiveLines.js';
import { jsonElements, jsonObject } from './jsonFile.js';
import {
  eachRow,
  listOf,
  neededText,
  neededTime,
  objectOf,
  type PeerCells,
  type PeerRow,
  textIn,
  textOf,
  timeOf,
} from './peerRows.js';
import { fieldTags, peerTags } from './shortening.js';
import { lookAt, wrongFile } from './sourceFile.js';
import { alsoShortened, type Source, type SourceRow, sourceId } from './sourceRow.js';

/**
 * A dump of mem0: what `GET /memories` answers, in a file. It may have a `history` beside its `results`, or one in each
 * memory, as `GET /memories/{id}/history` answers it. Throws a `Diagnostic` for any other file.
 */
export async function openMem0(
  file: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  const look = lookAt(file);
  if (look !== 'JSON') throw wrongFile(file, 'a dump of mem0', `it is no JSON, but ${look}`);
  const { total, history, memories } = await readMem0Dump(file);
  return {
    name: 'mem0',
    total,
    rows: () => eachRow(memories(), (cells, row) => mem0Row(cells, row, history, project)),
    close() {},
  };
}

/** A dump of mem0: how many memories it has, and what they said before. */
interface Mem0Dump {
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
async function readMem0Dump(file: string): Promise<Mem0Dump> {
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
      if (kind === 'damage') yield { row: key, skipped: text };
      continue;
    }
    if (kind === 'array') continue;
    position += 1;
    const row = `memory ${position}`;
    const cells = kind === 'damage' ? undefined : jsonObject(text);
    if (cells) yield { row, cells };
    else yield { row, skipped: kind === 'damage' ? text : 'it is no JSON object' };
  }
  if (!isLast)
    yield { row: 'the next page', skipped: 'it is not in this file: take a dump of each page' };
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

/**
 * The note of a memory. What is known of it beside the text becomes tags; of `metadata`, `project` and `type` are those of
 * the note; `project` is that of a memory which names none. Throws `UnreadableRow` for one without id, text or time.
 */
function mem0Row(
  cells: PeerCells,
  row: string,
  history: ReadonlyMap<string, readonly PeerCells[]>,
  project: string | undefined,
): SourceRow {
  const key = neededText(cells, 'id');
  const content = neededText(cells, 'memory');
  const created = neededTime(cells, 'created_at', 'updated_at');
  const metadata = objectOf(cells, 'metadata');
  const others = fieldTags(metadata, ['project', 'type', 'tags']);
  const named = (name: string, tag: string) => {
    const text = textOf(cells, name);
    return text && `${tag}:${text}`;
  };
  // Once for all states: there may be many of both.
  const { tags, shortened } = peerTags([
    ...listOf(cells, 'categories'),
    ...listOf(metadata, 'tags'),
    named('agent_id', 'agent'),
    named('app_id', 'app'),
    named('run_id', 'run'),
    named('expiration_date', 'expires'),
    ...others.tags,
  ]);
  const noted = (said: string, at: number) =>
    noteRow({
      row,
      at,
      content: said,
      title: undefined,
      id: sourceId('mem0', key, created),
      type: textIn(metadata, 'type') ?? 'context',
      tags,
      project: textIn(metadata, 'project') ?? project,
      author: textOf(cells, 'user_id'),
    });
  const states = memoryStates([...ownHistory(cells), ...(history.get(key) ?? [])], {
    content,
    created,
    updated: timeOf(cells, 'updated_at'),
  });
  const kept = states.slice(-MOST_STATES);
  let note = noted(content, created);
  if (shortened) note = alsoShortened(note, 'tags');
  if (others.isPartial) note = alsoShortened(note, 'metadata');
  if (kept.length < states.length) note = alsoShortened(note, 'history');
  if (kept.length === 1) return note;
  const revisions = kept.map((state) => noted(state.content, state.at));
  return withRevisions(note, revisions);
}

/** As many as a line may have. */
const MOST_STATES = 10_000;

function ownHistory({ history }: PeerCells): PeerCells[] {
  return Array.isArray(history) ? history.filter((one) => typeof one === 'object' && one) : [];
}

/** The row with the states of its note, which are notes of their own here. */
function withRevisions(row: SourceRow, states: readonly SourceRow[]): SourceRow {
  if ('skipped' in row || row.line.record !== 'note') return row;
  const revisions = states.flatMap((state): NoteState[] => {
    if ('skipped' in state || state.line.record !== 'note') return [];
    const { type, title, content, tags, created_at } = state.line;
    return [{ type, title, content, tags, at: created_at }];
  });
  return { ...row, line: { ...row.line, revisions } };
}

/** What a memory said from a moment on; the time is in milliseconds since 1970. */
interface MemoryState {
  readonly content: string;
  readonly at: number;
}

/**
 * What a memory said, from `created` to now, by its history. Entries without a text, such as the one of a deletion, and those
 * that change nothing are left out. The last is what it says now, even where the history says something else.
 */
function memoryStates(
  history: readonly PeerCells[],
  now: { readonly content: string; readonly created: number; readonly updated?: number },
): MemoryState[] {
  const entries = history
    // The first time of a changed memory is the one of its creation.
    .map((entry) => ({ entry, at: timeOf(entry, 'updated_at', 'created_at') ?? now.created }))
    .sort((a, b) => a.at - b.at);
  const first = textIn(entries[0]?.entry ?? {}, 'old_memory');
  const written = entries.flatMap(({ entry, at }) => {
    const content = textIn(entry, 'new_memory');
    return content === undefined ? [] : { content, at };
  });
  if (first !== undefined) written.unshift({ content: first, at: now.created });
  const latest = written.at(-1)?.at ?? now.created;
  const all = [...written, { content: now.content, at: now.updated ?? latest }];
  const states: MemoryState[] = [];
  for (const { content, at } of all) {
    const last = states.at(-1);
    if (last?.content === content) continue;
    states.push({ content, at: last ? Math.max(last.at, at) : now.created });
  }
  return states;
}
