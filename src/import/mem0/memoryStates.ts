import { type PeerCells, textIn, timeOf } from '../peerCells.js';

/** What a memory said from a moment on; the time is in milliseconds since 1970. */
export interface MemoryState {
  readonly content: string;
  readonly at: number;
}

/**
 * What a memory said, from `created` to now, by its history. Entries without a text, such as the one of a deletion, and those
 * that change nothing are left out. The last is what it says now, even where the history says something else.
 */
export function memoryStates(
  history: readonly PeerCells[],
  now: {
    readonly content: string;
    readonly created: number;
    readonly updated?: number | undefined;
  },
): MemoryState[] {
  const entries = history
    // The first time of a changed memory is the one of its creation.
    .map((entry) => ({ entry, at: timeOf(entry, 'updated_at', 'created_at') ?? now.created }))
    .sort((a, b) => a.at - b.at);
  const first = textIn(entries[0]?.entry ?? {}, 'old_memory');
  const written = entries.flatMap(({ entry, at }) => {
    const content = textIn(entry, 'new_memory');
    return content === undefined ? [] : [{ content, at }];
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
