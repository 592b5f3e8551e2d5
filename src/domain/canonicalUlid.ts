/** A ULID in its canonical form. */
export const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** The canonical (upper-case) form of a ULID in any case; undefined for other texts. */
export function canonicalUlid(text: string): string | undefined {
  const upper = text.toUpperCase();
  return ULID.test(upper) ? upper : undefined;
}

/** The fewest characters of the end of an id that stand for the id. */
const LEAST_END = 8;
const END_OF_ULID = new RegExp(`^[0-9A-HJKMNP-TV-Z]{${LEAST_END},25}$`);

/** The canonical (upper-case) form of a ULID, or of the last characters of one, at least 8; undefined for other texts. */
export function canonicalUlidOrEnd(text: string): string | undefined {
  const upper = text.toUpperCase();
  return END_OF_ULID.test(upper) ? upper : canonicalUlid(upper);
}

/** Whether a canonical id is whole, and not only the end of one. */
export const isWholeUlid = (idOrEnd: string): boolean => ULID.test(idOrEnd);
