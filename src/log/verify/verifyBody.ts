import canonical from 'fast-json-stable-stringify';
import type { RequestMark } from '../eventLog.js';

/** What a payload holds. */
export interface Body {
  readonly data: unknown;
  readonly request?: RequestMark;
}

/** The body of a payload; undefined when it is not the canonical JSON that is written. */
export function readBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isCanonical(body, text) && isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Asks what is quick first: text that was written in order is read and written in order. */
function isCanonical(value: unknown, text: string): boolean {
  return (isSorted(value) && JSON.stringify(value) === text) || canonical(value) === text;
}

function isSorted(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isSorted);
  let before = '';
  // Plain objects out of JSON: nothing is inherited, and entries would cost an array for each.
  for (const key in value) {
    if (key < before || !isSorted(value[key as keyof typeof value])) return false;
    before = key;
  }
  return true;
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'data' in body;
}
