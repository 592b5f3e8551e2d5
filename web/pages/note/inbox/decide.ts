import type { InboxDecided, Observation } from 'memory-vault-client';
import { api } from '../../../base/api.js';
import { askWaiting } from '../../../base/waiting.js';
import { notify } from '../../../kit/notices.js';
import { decidedWords } from './decidedWords.js';

/** What becomes of notes that are proposed: those that are refused are forgotten. */
export type Decision = 'accept' | 'refuse';

/** A note as somebody has read it: where it has been changed since, nothing is decided. */
type Read = Pick<Observation, 'id' | 'revision'>;

/** Decides about notes. What cannot be decided is left, and said in `failed`. Throws where the vault does not answer. */
export async function decide(notes: readonly Read[], decision: Decision): Promise<InboxDecided> {
  const read = notes.map(({ id, revision = 1 }) => ({ id, revision }));
  const { data } = await api.POST('/api/v1/inbox', { body: { [decision]: read } });
  void askWaiting();
  return data;
}

/** Decides about one note, and says what was done. Throws what the vault says where it is left. */
export async function decideOne({ id, revision = 1 }: Read, decision: Decision): Promise<void> {
  const params = { path: { id }, query: { revision } };
  await api.POST(`/api/v1/observations/{id}/${decision}`, { params });
  const done = decision === 'accept' ? { accepted: 1, refused: 0 } : { accepted: 0, refused: 1 };
  notify(decidedWords({ ...done, failed: [] }));
  void askWaiting();
}
