import type { components } from 'memory-vault-client';

export type VerifyReport = components['schemas']['VerifyReport'];

/** How far a verification is, and what the last one since the service was started came to. */
export type VerifyStatus = components['schemas']['VerifyStatus'];

/** What each verification does at the moment. */
export const DOING: Readonly<Record<VerifyStatus['state'], string>> = {
  idle: 'No verification is running',
  verifying: 'Reading the whole log from disk and checking every hash',
  comparing: 'Comparing the read models with a replay of the log',
};

/** Follows the verifications of the service. Gives what ends it. `onLost` hears whether the connection is broken. */
export function followVerify(
  onStatus: (status: VerifyStatus) => void,
  onLost: (isLost: boolean) => void,
): () => void {
  const source = new EventSource('/admin/operations');
  source.onopen = () => onLost(false);
  source.onerror = () => onLost(true);
  source.onmessage = ({ data }) => {
    // The cast is safe as far as the service keeps to its document.
    onStatus((JSON.parse(data) as { verify: VerifyStatus }).verify);
  };
  return () => source.close();
}
