/** Scripts that write words without spaces between them, and Hangul, whose words carry their particles. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/**
 * A quick first test: ranges that contain all of these letters and more. Most texts have none of them, and a range
 * is tested faster than a script. The common signs between the ranges (dashes, arrows) are left out. It works by
 * code unit, so V8 does not scan a Latin-1 text at all.
 */
const POSSIBLE = /[\u0e00-\u1fff\u2e80-\uffff]/;

/**
 * The runs of such scripts in a text, with a space after each character. Indexed like that, any part of a
 * run is found as a phrase.
 */
export function spacedScripts(text: string): string[] {
  if (!POSSIBLE.test(text)) return [];
  return (text.match(RUN) ?? []).map((run) => [...run].join(' '));
}

/** Splits a word at the borders of such runs. */
export function splitAtScripts(word: string): { readonly part: string; readonly run: boolean }[] {
  const parts: { part: string; run: boolean }[] = [];
  let end = 0;
  for (const { 0: run, index } of word.matchAll(RUN)) {
    if (index > end) parts.push({ part: word.slice(end, index), run: false });
    parts.push({ part: run, run: true });
    end = index + run.length;
  }
  if (end < word.length) parts.push({ part: word.slice(end), run: false });
  return parts;
}
