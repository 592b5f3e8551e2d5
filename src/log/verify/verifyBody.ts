import canonical from 'fast-json-stable-stringify';
import type { RequestFingerprint } from '../eventLog.js';
import { readCanonical } from './readCanonical.js';

/** The content of a payload. */
export interface Body {
  readonly data: unknown;
  readonly request?: RequestFingerprint;
}

/**
 * Parses the body of a payload; undefined unless it is canonical JSON. When `keep` is set, members with other names may be
 * left out of the result.
 */
export function readBody(text: string, keep?: readonly string[]): Body | undefined {
  try {
    const body = readCanonical(text, keep) ?? readSlowly(text);
    return isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Parses the text, formats it again with the library that wrote it, and compares both. */
function readSlowly(text: string): unknown {
  const body: unknown = JSON.parse(text);
  return canonical(body) === text ? body : undefined;
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'data' in body;
}
