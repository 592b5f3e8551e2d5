import { createClient, type VaultClient } from 'memory-vault-client';
import type { App } from '../../src/app/app.js';
import { listening } from './listening.js';

/** A client of an app over TCP, and how many requests it has sent so far. */
export async function countedClient(
  app: App,
): Promise<{ readonly vault: VaultClient; requests(): number }> {
  const { port } = await listening(app);
  let requests = 0;
  const vault = createClient({
    url: `http://127.0.0.1:${port}`,
    fetch: (request) => {
      requests += 1;
      return fetch(request);
    },
  });
  return { vault, requests: () => requests };
}
