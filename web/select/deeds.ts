import type { Observation } from 'memory-vault-client';
import { api } from '../base/api.js';
import { notify } from '../kit/notices.js';
import { doneWords, eachOf } from './eachOf.js';

/** As many ids as can be asked for at once. */
const ASKED = 50;

/** Notes as they are now, in this order. Those that are gone are left out. */
export async function notesNow(ids: readonly string[]): Promise<readonly Observation[]> {
  const notes = new Map<string, Observation>();
  for (let at = 0; at < ids.length; at += ASKED) {
    const query = { ids: ids.slice(at, at + ASKED).join() };
    const { data } = await api.GET('/api/v1/observations', { params: { query } });
    // The other type of the answer is that to a list.
    for (const note of 'observations' in data ? data.observations : data) notes.set(note.id, note);
  }
  return ids.flatMap((id) => notes.get(id) ?? []);
}

const of = ({ id }: Observation) => ({ params: { path: { id } } });

/** Adds tags to notes and takes others away. Tags that somebody else gives them meanwhile stay, also when it is undone. */
export async function tagNotes(
  ids: readonly string[],
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
  onChange: () => void,
): Promise<void> {
  const change = (note: Observation, more: readonly string[], fewer: readonly string[]) => {
    const tags = [...new Set([...note.tags.filter((tag) => !fewer.includes(tag)), ...more])];
    return api.PATCH('/api/v1/observations/{id}', { ...of(note), body: { tags } });
  };
  const result = await eachOf(await notesNow(ids), (note) => change(note, added, removed));
  tell('tagged', result, onChange, async ({ id, tags }) => {
    const [now] = await notesNow([id]);
    const came = added.filter((tag) => !tags.includes(tag));
    const went = removed.filter((tag) => tags.includes(tag));
    if (now) await change(now, went, came);
  });
}

/** Pins notes that are not, or takes their pins away. */
export async function pinNotes(
  ids: readonly string[],
  pinned: boolean,
  onChange: () => void,
): Promise<void> {
  const set = (note: Observation, isPinned: boolean) =>
    isPinned
      ? api.PUT('/api/v1/observations/{id}/pin', of(note))
      : api.DELETE('/api/v1/observations/{id}/pin', of(note));
  const notes = (await notesNow(ids)).filter((note) => (note.pinned ?? false) !== pinned);
  const result = await eachOf(notes, (note) => set(note, pinned));
  tell(pinned ? 'pinned' : 'unpinned', result, onChange, (note) => set(note, !pinned));
}

/**
 * Says that a note took the place of others. A note names one only, so that each of them names the next one: all but the first are
 * superseded then. One that names another note already is left as it is. Throws where the first is gone.
 */
export async function supersedeNotes(ids: readonly string[], onChange: () => void): Promise<void> {
  const [first, ...others] = await notesNow(ids);
  if (!first || first.id !== ids[0])
    throw new Error('The note that should supersede the others is gone. Nothing was changed.');
  const links = others.map((note, i) => ({ by: others[i - 1] ?? first, note }));
  const result = await eachOf(links, async ({ by, note }) => {
    if (by.supersedes === note.id) return;
    if (by.supersedes !== undefined)
      throw new Error(`“${by.title}” already supersedes another note`);
    await api.PATCH('/api/v1/observations/{id}', { ...of(by), body: { supersedes: note.id } });
  });
  const changed = result.done.filter(({ by }) => by.supersedes === undefined);
  tell('superseded', { ...result, done: changed }, onChange, ({ by }) =>
    api.PATCH('/api/v1/observations/{id}', { ...of(by), body: { supersedes: null } }),
  );
}

/** Says what was done, and offers to undo it. */
function tell<T>(
  verb: string,
  result: Awaited<ReturnType<typeof eachOf<T>>>,
  onChange: () => void,
  undo: (thing: T) => Promise<unknown>,
): void {
  onChange();
  const undoAll = async () => {
    const undone = await eachOf(result.done, undo);
    notify(doneWords('restored', undone));
    onChange();
  };
  notify(doneWords(verb, result), result.done.length > 0 ? undoAll : undefined);
}

/** Forgets notes for good, all or none: gives how many and the receipt. Throws what the vault says where one cannot be. */
export async function forgetNotes(ids: readonly string[]) {
  const { data } = await api.POST('/api/v1/observations/forget', { body: { ids: [...ids] } });
  return data;
}
