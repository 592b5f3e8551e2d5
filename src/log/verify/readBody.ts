import canonical from 'fast-json-stable-stringify';
import type { RequestFingerprint } from '../eventLog.js';

/** What a payload holds. */
export interface Body {
  readonly data: unknown;
  readonly request?: RequestFingerprint;
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

/** Whether the writer would write a value as this text. `JSON.stringify` says it sooner, where names are in order. */
function isCanonical(value: unknown, text: string): boolean {
  return (isInOrder(value) && JSON.stringify(value) === text) || canonical(value) === text;
}

/** Whether the members of all objects come in the order of their names. */
function isInOrder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (Array.isArray(value)) return value.every(isInOrder);
  let before = '';
  return Object.entries(value).every(([name, member]) => {
    const isNext = name >= before;
    before = name;
    return isNext && isInOrder(member);
  });
}

function isBody(body: unknown): body is Body {
  return typeof body === 'object' && body !== null && 'data' in body;
}
