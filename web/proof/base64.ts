import type { Bytes } from './bytes.js';

/** The bytes that a text is the one base64 of, with its padding; undefined for any other text. */
export function fromBase64(text: string): Bytes | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  // Two texts may decode to the same bytes. Only one of them is what an encoder writes.
  return toBase64(bytes) === text ? bytes : undefined;
}

/** The base64 of some bytes, with its padding. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
