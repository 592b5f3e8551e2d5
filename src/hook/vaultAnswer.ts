import type { VaultAnswer } from './vaultCall.js';

/**
 * The id of the session or note that a vault answered with: each of its answers to a write has one. A note that the session
 * has already is answered with `existing_id`. What could be a sentence is no id: models are told these.
 */
export function idIn({ status, body }: VaultAnswer): string | undefined {
  const { id, existing_id } = membersOf(body);
  const named = id ?? existing_id;
  const isOk = status >= 200 && status < 300;
  return isOk && typeof named === 'string' && /^[\w-]{1,128}$/.test(named) ? named : undefined;
}

/** The code of a vault's own error answer (`RejectionCode`); undefined for any other answer, also that of a proxy before it. */
export function codeIn({ status, body }: VaultAnswer): string | undefined {
  const problem = membersOf(body);
  return typeof problem.code === 'string' && problem.status === status ? problem.code : undefined;
}

/** Why a vault did not do what was asked, in its own words if it said some. */
export function reasonOf({ status, body }: VaultAnswer): string {
  const { detail } = membersOf(body);
  if (status >= 200 && status < 300) return 'what answers is no vault';
  return typeof detail === 'string' ? `${status}: ${detail.slice(0, 200)}` : `status ${status}`;
}

// The cast is safe: every member is looked at before it is used.
const membersOf = (body: unknown) => (body ?? {}) as Record<string, unknown>;
