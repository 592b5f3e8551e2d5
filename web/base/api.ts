import { createCalls } from 'memory-vault-client';

/**
 * The API of the vault that served this page. The browser adds the cookie of its login. A person waits for the answer, so
 * a request is repeated for a few seconds only.
 */
export const api = createCalls({
  url: location.origin,
  retry: { attempts: 3, withinMs: 5000 },
});
