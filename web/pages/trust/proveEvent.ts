import type { LogEntry } from 'memory-vault-client';
import { api } from '../../base/api.js';
import type { InclusionVerdict } from '../../proof/verify.js';

export type EventVerdict = InclusionVerdict;

/** Asks for the proof of an event and checks it here, against a checkpoint that covers it. Rejects as the API does. */
export async function proveEvent(event: LogEntry): Promise<EventVerdict> {
  const { verifyInclusion } = await import('../../proof/verify.js');
  const header = { 'X-Min-Position': event.position };
  const { data: checkpoint } = await api.GET('/api/v1/audit/checkpoint', { params: { header } });
  const { data: key } = await api.GET('/api/v1/audit/key');
  const tree_size = Number(checkpoint.split('\n')[1]);
  const { data: proof } = await api.GET('/api/v1/audit/inclusion/{id}', {
    params: { path: { id: event.id }, query: { tree_size } },
  });
  const { position, id, stream, type, version } = proof.envelope;
  const isThis =
    position === event.position &&
    id === event.id &&
    stream === event.stream &&
    type === event.type &&
    version === event.version;
  if (!isThis) return { ok: false, why: 'the proof is about another event than the one shown' };
  return verifyInclusion(proof, checkpoint, key);
}
