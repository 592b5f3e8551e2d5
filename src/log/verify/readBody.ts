import canonical from 'fast-json-stable-stringify';
import type { RequestFingerprint } from '../eventLog.js';

/** The content of a payload. */
export interface Body {
  readonly data: unknown;
  readonly request?: RequestFingerprint;
}

/** Parses the body of a payload; undefined unless it is canonical JSON. */
export function readBody(text: string): Body | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return isCanonical(body, text) && isBody(body) ? body : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the library that writes bodies would format the value as this text. `JSON.stringify` is faster and does the same when the names are in order. */
function isCanonical(value: unknown, text: string): boolean {
  return (isInOrder(value) && JSON.stringify(value) === text) || canonical(value) === text;
}

/** Whether the members of all objects come in the order of their names. Loops, since each event of a log is asked. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  for (const name in value) {
    if (name < before) return false;
    before = name;
    if (!isInOrder(value[name as keyof typeof value])) return false;
  }
  return true;
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'data' in body;
}
