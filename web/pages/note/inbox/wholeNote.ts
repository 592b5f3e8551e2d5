import type { Observation } from 'memory-vault-client';
import { api } from '../../../base/api.js';

/** A note with all of its text: lists shorten it. */
export async function wholeNote(id: string): Promise<Observation> {
  return (await api.GET('/api/v1/observations/{id}', { params: { path: { id } } })).data;
}
