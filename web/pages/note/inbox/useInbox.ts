import type { Observation } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { notify } from '../../../kit/notices.js';
import { type Decision, decide } from './decide.js';
import { decidedWords } from './decidedWords.js';
import { type Proposal, useProposals } from './useProposals.js';
import { wholeNote } from './wholeNote.js';

const NONE: ReadonlySet<string> = new Set();

export type Inbox = ReturnType<typeof useInbox>;

/** What waits in the inbox, and what became of it on this screen. */
export function useInbox(project: string) {
  const pages = useProposals(project);
  const [gone, setGone] = useState(NONE);
  const [chosen, setChosen] = useState(NONE);
  const [failed, setFailed] = useState<ReadonlyMap<string, string>>(new Map());
  const [edited, setEdited] = useState<ReadonlyMap<string, Observation>>(new Map());
  const all = pages.value ?? [];
  const shown = all
    .filter(({ note }) => !gone.has(note.id))
    .map((one): Proposal => ({ ...one, note: edited.get(one.note.id) ?? one.note }));

  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const others = [...before].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });

  /** Takes notes out of the list that wait no longer. */
  const remove = (ids: readonly string[]) => {
    setGone((before) => new Set([...before, ...ids]));
    choose(ids, false);
  };

  /** Decides about notes, and says what was done. Those that are left are still chosen. Throws where the vault does not answer. */
  const settle = async (ids: readonly string[], decision: Decision) => {
    const read = shown.flatMap(({ note }) => (ids.includes(note.id) ? [note] : []));
    const decided = await decide(read, decision);
    const left = new Map(decided.failed.map(({ id, error }) => [id, error]));
    const done = ids.filter((id) => !left.has(id));
    setFailed((before) => new Map([...without(before, ids), ...left]));
    remove(done);
    notify(decidedWords(decided));
  };

  /** Shows a note as it is now, after it was edited. */
  const refresh = async (id: string) => {
    const note = await wholeNote(id);
    setEdited((before) => new Map([...before, [id, note]]));
    setFailed((before) => without(before, [id]));
    return note;
  };

  return { pages, all, shown, gone, chosen, choose, failed, settle, remove, refresh };
}

function without(map: ReadonlyMap<string, string>, ids: readonly string[]) {
  return new Map([...map].filter(([id]) => !ids.includes(id)));
}
