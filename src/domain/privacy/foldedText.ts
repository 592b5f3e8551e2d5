/** A text as a reader sees it, and where each of its characters stood. */
export interface FoldedText {
  readonly text: string;
  /** For each UTF-16 unit of `text`, its offset in the original. */
  readonly offsets: Uint32Array;
}

/** Characters without a width; the ideographic blank; the full-width forms of ASCII. */
const FOLDED = /[\u00ad\u200b-\u200d\u2060\ufeff\u3000\uff01-\uff5e]/;
const FULL_WIDTH = 0xfee0;

/**
 * The text without characters that nobody sees, and with ASCII for its full-width forms, so that `pass\u200bword＝x` is
 * read as `password=x`. Undefined when that changes nothing, as for almost every text. Takes linear time.
 */
export function foldedText(original: string): FoldedText | undefined {
  const first = original.search(FOLDED);
  if (first === -1) return undefined;
  const codes = new Uint16Array(original.length);
  const offsets = new Uint32Array(original.length);
  let length = 0;
  for (let at = 0; at < original.length; at += 1) {
    const code = foldedCode(original.charCodeAt(at));
    if (code === undefined) continue;
    codes[length] = code;
    offsets[length] = at;
    length += 1;
  }
  return { text: decode(codes.subarray(0, length)), offsets: offsets.subarray(0, length) };
}

/** Undefined for what nobody sees. */
function foldedCode(code: number): number | undefined {
  if (code < 0xad) return code;
  if (code >= 0xff01 && code <= 0xff5e) return code - FULL_WIDTH;
  if (code === 0x3000) return 0x20;
  const isUnseen =
    code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff;
  return isUnseen ? undefined : code;
}

/** In pieces, because a call takes a limited number of arguments. */
function decode(codes: Uint16Array): string {
  const parts: string[] = [];
  for (let from = 0; from < codes.length; from += 4096) {
    parts.push(String.fromCharCode(...codes.subarray(from, from + 4096)));
  }
  return parts.join('');
}
