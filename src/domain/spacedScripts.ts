/** Scripts that write words without spaces between them, and Hangul, whose words carry their particles. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+/gu;

/**
 * Where such letters are, and more: most texts have none, and a range is asked for sooner than a script. Left out
 * is what comes in many texts, dashes and arrows and other signs. By code unit: a plain text is not even looked at.
 */
const POSSIBLE = /[\u0e00-\u1fff\u2e80-\uffff]/;

/**
 * The runs of such scripts in a text, character by character with spaces between: indexed like that, any
 * part of a run is found as a phrase.
 */
export function spacedScripts(text: string): string[] {
  if (!POSSIBLE.test(text)) return [];
  return (text.match(RUN) ?? []).map((run) => [...run].join(' '));
}

/** A word cut at the borders of such runs. */
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
