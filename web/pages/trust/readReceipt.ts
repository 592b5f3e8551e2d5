/** What the event `vault.forgotten` says was forgotten. */
export interface ReceiptData {
  readonly id: string;
  readonly of: string;
  /** Of notes that were chosen; else none. */
  readonly ids: readonly string[];
  /** How many of each kind, without those of which there were none. */
  readonly matched: readonly (readonly [kind: string, count: number])[];
  /** First and last position of each run of erased events. */
  readonly positions: readonly (readonly [from: number, to: number])[];
  readonly mentions: number;
}

/** Reads the data of the event; undefined when it is erased or not in this form. */
export function readReceipt(data: unknown): ReceiptData | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  // The cast is safe: every field is looked at before it is used.
  const { id, of, ids, matched, positions, mentions } = data as Record<string, unknown>;
  const isKnown =
    typeof id === 'string' &&
    typeof of === 'string' &&
    typeof matched === 'object' &&
    matched !== null &&
    Array.isArray(positions);
  if (!isKnown) return undefined;
  const counts = Object.entries(matched).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
  );
  return {
    id,
    of,
    ids: Array.isArray(ids) ? ids.filter((one) => typeof one === 'string') : [],
    matched: counts,
    positions: positions.filter(isRange),
    mentions: typeof mentions === 'number' ? mentions : 0,
  };
}

function isRange(value: unknown): value is readonly [number, number] {
  return Array.isArray(value) && value.length === 2 && value.every(Number.isSafeInteger);
}
