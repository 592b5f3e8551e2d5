/** Bytes as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** The UTF-8 of a text. */
export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** The bytes of all parts, one after the other. */
export function joined(...parts: readonly Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** True when both hold the same bytes. What is compared here is public, so time tells nothing. */
export function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

/** The bytes in hex, in lower case. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
