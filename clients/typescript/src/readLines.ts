import type { Ending } from './createCalls.js';
import { readText } from './readText.js';
import { VaultError } from './vaultError.js';

/** The lines of an answer as they arrive. Throws `VaultError` when it breaks off, and the signal's reason. */
export async function* readLines(response: Response, { signal }: Ending): AsyncGenerator<string> {
  const text = readText(response);
  let rest = '';
  try {
    for await (const part of text) {
      const [first = '', ...others] = part.split('\n');
      if (others.length === 0) {
        rest += first;
        continue;
      }
      yield rest + first;
      rest = others.pop() ?? '';
      yield* others;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw VaultError.unanswered(cause, { method: 'GET', url: response.url, attempts: 1 });
  }
  if (rest !== '') yield rest;
}
