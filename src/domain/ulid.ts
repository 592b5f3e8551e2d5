/** A ULID in its canonical form. */
export const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The canonical (upper-case) form of a ULID in any case; undefined for other texts. */
export function canonicalUlid(text: string): string | undefined {
  const upper = text.toUpperCase();
  return ULID.test(upper) ? upper : undefined;
}

const END_OF_ULID = /^[0-9A-HJKMNP-TV-Z]{8,25}$/;

/** The canonical (upper-case) form of a ULID, or of the last characters of one, at least 8; undefined for other texts. */
export function canonicalUlidOrEnd(text: string): string | undefined {
  const upper = text.toUpperCase();
  return END_OF_ULID.test(upper) ? upper : canonicalUlid(upper);
}

/** By so many of its last characters a model calls a note: they cost it 4 tokens instead of 16. */
export const SHORT_ID = 8;

/** Whether a canonical id is whole, and not only the end of one. */
export const isWholeUlid = (idOrEnd: string): boolean => ULID.test(idOrEnd);

/** The letters of a ULID, in the order of their values. */
export const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The value of each letter, by its code. */
const VALUES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, CROCKFORD.indexOf(String.fromCharCode(code))),
);
/** All texts of two letters, in the order of their values. */
const PAIRS = Array.from({ length: 1024 }, (_, n) => `${CROCKFORD[n >> 5]}${CROCKFORD[n % 32]}`);

/** The 16 bytes of a ULID in upper case; undefined for other texts. They sort as the texts do. */
export function ulidBytes(text: string): Buffer | undefined {
  if (canonicalUlid(text) !== text) return undefined;
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(numberOf(text, 0, 10), 0, 6);
  bytes.writeUIntBE(numberOf(text, 10, 18), 6, 5);
  bytes.writeUIntBE(numberOf(text, 18, 26), 11, 5);
  return bytes;
}

/** The time that a ULID in upper case begins with, in milliseconds since 1970; undefined for other texts. */
export function ulidTime(text: string): number | undefined {
  return canonicalUlid(text) === text ? numberOf(text, 0, 10) : undefined;
}

/** The ULID of 16 bytes in hex. */
export function ulidOfHex(hex: string): string {
  return (
    lettersOf(Number.parseInt(hex.slice(0, 12), 16), 5) +
    lettersOf(Number.parseInt(hex.slice(12, 22), 16), 4) +
    lettersOf(Number.parseInt(hex.slice(22), 16), 4)
  );
}

// A double holds 53 bits, and so ten letters.

function numberOf(text: string, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i += 1) value = value * 32 + (VALUES[text.charCodeAt(i)] ?? 0);
  return value;
}

function lettersOf(value: number, pairs: number): string {
  let letters = '';
  let rest = value;
  for (let i = 0; i < pairs; i += 1) {
    const high = Math.floor(rest / 1024);
    letters = PAIRS[rest - high * 1024] + letters;
    rest = high;
  }
  return letters;
}
