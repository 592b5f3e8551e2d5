/** Of a longer text, only the beginning is read for its size. */
const READ = 64 * 1024;

/** Words, capitals, digits, blanks, and every other character. */
const PART = /[A-Z]?[a-z]+|[A-Z]+| ?[0-9]+|\n\s*| {2,}|[^A-Za-z0-9 \n]/gu;

/** Short texts have more tokens for their length than long ones. */
const AT_LEAST = 4;

/**
 * About how many tokens a model takes for a text, without a tokenizer: those differ from model to model, and have
 * megabytes. Rather too many than too few: for real notes, never fewer than the tokenizer `o200k` counts. With `bytes`,
 * the text is the beginning of one that has so many in UTF-8. The rest of a long text may be denser than its beginning:
 * `tokensUpTo` decides what fits into a budget.
 */
export function estimateTokens(text: string, bytes = Buffer.byteLength(text)): number {
  const read = text.length > READ ? text.slice(0, READ) : text;
  const tokens = counted(read, Number.POSITIVE_INFINITY);
  return AT_LEAST + Math.ceil((tokens * bytes) / Math.max(1, Buffer.byteLength(read)));
}

/** The same with every character counted, however long the text is. Stops at the first number above `most`. */
export function tokensUpTo(most: number, text: string): number {
  return AT_LEAST + Math.ceil(counted(text, most - AT_LEAST));
}

function counted(text: string, most: number): number {
  let tokens = 0;
  for (const [part] of text.matchAll(PART)) {
    tokens += tokensOf(part);
    if (tokens > most) break;
  }
  return tokens;
}

function tokensOf(part: string): number {
  const first = part.charCodeAt(0);
  // Emoji of four bytes have up to three tokens.
  if (part.length === 2 && first > 127) return 3;
  if (first > 127) return Buffer.byteLength(part) / 2;
  if (/[a-z]$/.test(part)) return 1 + Math.floor((part.length - 1) / 6);
  if (/^[A-Z]/.test(part)) return Math.ceil((part.length + 1) / 2);
  // A number does not share a token with the blank before it.
  if (/[0-9]$/.test(part)) return Math.ceil(part.length / 3) + (first === 32 ? 1 : 0);
  return Math.ceil(part.length / 32);
}
