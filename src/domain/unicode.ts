/**
 * The text of bytes that come from outside, without a mark of the byte order: UTF-8, or UTF-16 behind its mark, as some
 * programs of Windows write it (RFC 3629, RFC 2781). Undefined for anything else, which would become another text.
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const isLittle = first === 0xff && second === 0xfe;
  const isBig = first === 0xfe && second === 0xff;
  const encoding = isLittle ? 'utf-16le' : isBig ? 'utf-16be' : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** True for text that SQLite returns unchanged: it cuts text at NUL and replaces lone surrogates. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}

/** A text as a vault can keep it: half a character and NUL are replaced by `U+FFFD`. */
export function toStorable(text: string): string {
  return text.toWellFormed().replaceAll('\u0000', '\uFFFD');
}

/** Characters that may not be their own form, and marks that may change another: none comes before U+0300 (UAX 15). */
const CHANGEABLE = /[\u0300-\uffff]/;

/** As `normalize('NFC')`, which costs a short text in English more than all its other checks. */
export function normalised(text: string): string {
  return CHANGEABLE.test(text) ? text.normalize('NFC') : text;
}

/** The longest run of combining marks in stream-safe text (UAX 15, section 13); no language writes one as long. */
const LONGEST_RUN = 30;
/** The start of a longer one, and its marks a thousand at a time: to match all at once needs a stack as deep as it is long. */
const LONG_RUN = new RegExp(`(?<!\\p{M})\\p{M}{${LONGEST_RUN + 1}}`, 'gu');
const MARKS = /\p{M}{1,1000}/uy;

/**
 * A text in Unicode normalisation form C, in time linear in its length. A run of more than 30 combining marks stays as it
 * is, because the time to sort it grows with the square of its length. The form of such a form is the same.
 */
export function formC(text: string): string {
  if (!mayHoldLongRun(text)) return normalised(text);
  let form = '';
  let from = 0;
  for (let run = nextMatch(LONG_RUN, text, 0); run; run = nextMatch(LONG_RUN, text, from)) {
    form += text.slice(from, run.start).normalize('NFC');
    from = run.end;
    for (let more = nextMatch(MARKS, text, from); more; more = nextMatch(MARKS, text, from))
      from = more.end;
    form += text.slice(run.start, from);
  }
  return form + text.slice(from).normalize('NFC');
}

function nextMatch(pattern: RegExp, text: string, from: number) {
  pattern.lastIndex = from;
  const match = pattern.exec(text);
  return match && { start: match.index, end: pattern.lastIndex };
}

/** A quick first test: a run that is too long has a mark at one of these places. A neighbour counts, as it may be half of it. */
function mayHoldLongRun(text: string): boolean {
  if (!CHANGEABLE.test(text)) return false;
  for (let at = LONGEST_RUN; at < text.length; at += LONGEST_RUN + 1) {
    if (/\p{M}/u.test(text.slice(at - 1, at + 2))) return true;
  }
  return false;
}
