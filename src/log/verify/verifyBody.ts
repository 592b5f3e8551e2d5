import canonical from 'fast-json-stable-stringify';
import type { RequestFingerprint } from '../eventLog.js';
import { readCanonical } from './readCanonical.js';

/** What a payload holds. */
export interface Body {
  readonly data: unknown;
  readonly request?: RequestFingerprint;
}

/**
 * The body of a payload; undefined when it is not the canonical JSON that is written. With `keep` members of
 * other names may be left out.
 */
export function readBody(text: string, keep?: readonly string[]): Body | undefined {
  try {
    const body = readCanonical(text, keep) ?? readSlowly(text);
    return isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Asks the writer itself how it would be written. */
function readSlowly(text: string): unknown {
  const body: unknown = JSON.parse(text);
  return canonical(body) === text ? body : undefined;
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'data' in body;
}
