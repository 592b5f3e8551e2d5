import { createClient, type VaultClient } from 'memory-vault-client';

/** A service to load notes into. */
export interface Client {
  readonly vault: VaultClient;
  /** Whether times of notes are kept: only with the admin key. */
  readonly keepsTimes: boolean;
}

export interface ClientOptions {
  /** Where the service is, such as `http://127.0.0.1:7437`; a path prefix is kept. */
  readonly url: string;
  readonly adminKey?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called for the first 429 only. */
  readonly onWait?: (seconds: number) => void;
}

export function client({ url, adminKey, signal, onWait: report }: ClientOptions): Client {
  let reported = false;
  const onWait = ({ status, seconds }: { status: number | undefined; seconds: number }) => {
    if (status !== 429 || reported) return;
    reported = true;
    report?.(seconds);
  };
  return {
    vault: createClient({ url, adminKey, signal, retry: { onWait } }),
    keepsTimes: adminKey !== undefined,
  };
}
