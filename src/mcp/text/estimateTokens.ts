import { scriptTokens } from './scriptTokens.js';
import { wordTokens } from './wordTokens.js';

/** Of a longer text, only the beginning is read for its size. */
const READ = 64 * 1024;

/** Words, capitals, digits, line ends, blanks, characters that are not of ASCII, and each other one. */
const PART = /[A-Z]?[a-z]+|[A-Z]+| ?[0-9]+|\n+| {2,}| ?[^\0-\x7f]+|[^\n 0-9A-Za-z\x80-\uffff]/g;

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

/** The last character tells which kind of part it is. */
function tokensOf(part: string): number {
  const last = part.charAt(part.length - 1);
  if (last > '\x7f') return scriptTokens(part);
  if (last >= 'a' && last <= 'z') return wordTokens(part);
  if (last >= 'A' && last <= 'Z') return Math.ceil((part.length + 1) * 0.6);
  // A number does not share a token with the blank before it.
  if (last >= '0' && last <= '9') return Math.ceil(part.length / 3) + (part[0] === ' ' ? 1 : 0);
  // Line ends or blanks, or one sign.
  return Math.ceil(part.length / 14);
}
