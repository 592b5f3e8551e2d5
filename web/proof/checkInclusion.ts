import { type components, VaultError } from 'memory-vault-client';
import { api } from '../base/api.js';
import {
  type EventPlace,
  type InclusionVerdict,
  isAbout,
  readUnchecked,
  refuted,
  verifyInclusion,
} from './verify.js';

type InclusionProof = components['schemas']['InclusionProof'];
type Envelope = InclusionProof['envelope'];

/** The verdict about an event, with what the service said of that event. */
export interface CheckedInclusion {
  readonly verdict: InclusionVerdict;
  readonly envelope: Envelope;
  /** The public key that it was checked with, as the service named it. */
  readonly key: string;
}

/**
 * Asks for a checkpoint, the key and a proof for that checkpoint, and checks them in this browser. `id` is that of an event, or
 * of a note, which stands for its first event.
 */
export async function checkInclusion(
  id: string,
  place: EventPlace,
  signal?: AbortSignal,
): Promise<CheckedInclusion> {
  const [first, key] = await Promise.all([
    checkpointAfter(place.position ?? 0, signal),
    api.GET('/api/v1/audit/key', { ...(signal && { signal }) }),
  ]);
  let checkpoint = first;
  let proof = await proofFor(id, first, signal).catch(refusedSize);
  if (!proof) {
    // The checkpoint is older than the note.
    const { data } = await api.GET('/api/v1/audit/inclusion/{id}', {
      params: { path: { id } },
      ...(signal && { signal }),
    });
    checkpoint = await checkpointAfter(data.envelope.position, signal);
    proof = (await proofFor(id, checkpoint, signal)) ?? data;
  }
  const verdict = isAbout(proof, place)
    ? await verifyInclusion(proof, checkpoint, key.data)
    : {
        ok: false as const,
        why: 'the proof is about another event than the one that was asked for',
      };
  return { verdict, envelope: proof.envelope, key: key.data.trim() };
}

async function checkpointAfter(position: number, signal: AbortSignal | undefined): Promise<string> {
  const { data } = await api.GET('/api/v1/audit/checkpoint', {
    params: { header: { 'X-Min-Position': position } },
    ...(signal && { signal }),
  });
  return data;
}

/** Undefined when the checkpoint cannot be read: the check then says what is wrong with it. */
async function proofFor(
  id: string,
  checkpoint: string,
  signal: AbortSignal | undefined,
): Promise<InclusionProof | undefined> {
  const { data } = await api.GET('/api/v1/audit/inclusion/{id}', {
    params: { path: { id }, query: { tree_size: sizeOf(checkpoint) } },
    ...(signal && { signal }),
  });
  return data;
}

function sizeOf(checkpoint: string): number {
  try {
    return readUnchecked(checkpoint).size;
  } catch (error) {
    refuted(error);
    return 1;
  }
}

function refusedSize(error: unknown): undefined {
  if (error instanceof VaultError && error.status === 400) return undefined;
  throw error;
}
