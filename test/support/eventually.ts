import { vi } from 'vitest';

/** Far from what any wait takes, even beside much other work; below the time that a whole test may take. */
const HANGS_MS = 50_000;

/**
 * Looks again and again until `look` returns without an error, and resolves with what it returned. Rejects after 50 s, with
 * what was waited for and the last error.
 */
export async function eventually<T>(what: string, look: () => T | Promise<T>): Promise<T> {
  try {
    return await vi.waitFor(look, { timeout: HANGS_MS, interval: 20 });
  } catch (cause) {
    throw new Error(`waited ${HANGS_MS / 1000} s in vain until ${what}`, { cause });
  }
}
