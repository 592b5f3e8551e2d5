import { membersOf } from '../domain/json.js';
import { fieldTags, peerTags } from './fitting.js';
import { noteRow } from './peerLines.js';
import {
  eachRow,
  inTurn,
  listOf,
  neededText,
  neededTime,
  objectIn,
  objectOf,
  objectRows,
  type PeerCells,
  textIn,
  textOf,
  timeOf,
} from './peerRows.js';
import { lookAt, readJson, wrongFile } from './sourceFile.js';
import { alsoShortened, type Source, type SourceRow, sourceId } from './sourceRow.js';

const WANTED = 'a dump of mem0';

/**
 * A dump of mem0: what `GET /memories` answers, in a file. It may have a `history` beside its `results`, or one in each
 * memory, as `GET /memories/{id}/history` answers it. Throws a `Diagnostic` for any other file.
 */
export async function openMem0(
  file: string,
  { project }: { readonly project?: string } = {},
): Promise<Source> {
  const look = lookAt(file);
  if (look !== 'JSON') throw wrongFile(file, WANTED, `it is not JSON, but ${look}`);
  const dump = readJson(file, WANTED);
  const members = membersOf(dump);
  const { results, memories, history, next } = members;
  // A plain list, also of pages, and what people call it in files that they make. `{}` is a dump of nothing.
  const nothing = Object.keys(members).length === 0 ? [] : undefined;
  const list = Array.isArray(dump) ? dump.flat() : (results ?? memories ?? nothing);
  if (!Array.isArray(list))
    throw wrongFile(file, WANTED, 'it has neither `results` nor a plain list');
  const before = new Map<string, PeerCells[]>();
  for (const entry of entriesOf(history)) {
    const id = String(entry.memory_id);
    const earlier = before.get(id);
    if (earlier) earlier.push(entry);
    else before.set(id, [entry]);
  }
  const rows = () =>
    eachRow(
      objectRows(list, (nth) => `memory ${nth}`),
      (cells, row) => mem0Row(cells, row, before, project),
    );
  return {
    name: 'mem0',
    total: list.length,
    rows: () => inTurn(rows(), nextPage(next)),
    close() {},
  };
}

async function* nextPage(next: unknown): AsyncGenerator<SourceRow> {
  if (next === undefined || next === null) return;
  yield { row: 'the next page', skipped: 'it is not in this file: export each page' };
}

/** The entries of a history: a list of them, or a list for each memory under its id. */
function entriesOf(history: unknown): PeerCells[] {
  const all: unknown[] = Array.isArray(history)
    ? history
    : Object.entries(membersOf(history)).flatMap(([memory_id, entries]) =>
        Array.isArray(entries) ? entries.map((one) => ({ memory_id, ...membersOf(one) })) : [],
      );
  return all.map(objectIn).filter((one) => one !== undefined);
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
  const own = entriesOf(Array.isArray(cells.history) ? cells.history : []);
  const updated = timeOf(cells, 'updated_at');
  const states = memoryStates([...own, ...(history.get(key) ?? [])], { content, created, updated });
  const kept = states.slice(-MOST_STATES);
  const lost = [
    shortened && 'tags',
    others.isPartial && 'metadata',
    kept.length < states.length && 'history',
  ];
  const note = noteRow({
    row,
    at: created,
    content,
    id: sourceId('mem0', key, created),
    type: textIn(metadata, 'type') ?? 'context',
    tags,
    project: textIn(metadata, 'project') ?? project,
    author: textOf(cells, 'user_id'),
    history: kept.length > 1 ? kept : undefined,
  });
  return lost.reduce((found, field) => (field ? alsoShortened(found, field) : found), note);
}

/** As many as a line may have. */
const MOST_STATES = 10_000;

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
