import type { PageVault } from '../pageVault.js';

const POINT_MS = 10_000;
const HOUR_POINTS = 360;

const WORDS = ['retry', 'idempotency key', 'payment', 'timeout', 'outbox', 'migration', 'cache'];

/**
 * Searches and tries out saves, with a point of figures for every ten seconds before `until`, in ms; by default for an hour.
 * What is measured took as long as it says; nothing is stored.
 */
export async function lastHour(
  vault: PageVault,
  until: number,
  count = HOUR_POINTS,
): Promise<void> {
  vault.sampleAt(until - count * POINT_MS);
  for (let i = 1; i <= count; i++) {
    // Busy and quiet times take turns.
    const asks = Math.max(0, Math.round(4 + 4 * Math.sin(i / 25)));
    for (let n = 0; n < asks; n++) {
      const word = WORDS[(i + n) % WORDS.length] ?? '';
      if (n % 3 === 0) await trySave(vault, word);
      else await vault.ask('GET', `/api/v1/search?q=${encodeURIComponent(word)}`);
    }
    vault.sampleAt(until - (count - i) * POINT_MS);
  }
}

async function trySave(vault: PageVault, word: string): Promise<void> {
  const note = { title: `About ${word}`, content: `What we know of ${word}`, type: 'learning' };
  await vault.ask('POST', '/api/v1/observations', { ...note, dry_run: true });
}
