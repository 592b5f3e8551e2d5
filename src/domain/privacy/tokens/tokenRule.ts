import type { Kind } from '../kinds.js';
import { type Rule, type Span, spansOf } from '../rule.js';
import { isBlanked } from './looks.js';
import { patternBeside, patternOf } from './shapePattern.js';
import type { TokenShape } from './tokenShape.js';

/** The rule that finds the tokens of a row of the catalogue. */
export function tokenRule(token: TokenShape): Rule {
  const { id, kind = 'service-token', looks = () => true, beside = false } = token;
  const needs = token.keywords?.flatMap(spellingsOf);
  const patterns = [token.shape]
    .flat()
    .map((shape) => (beside ? patternBeside(needs ?? [], shape) : patternOf(shape, token)));
  const spansIn = beside ? spansBeside : spansOf;
  const find = (text: string): readonly Span[] =>
    patterns
      .flatMap((pattern) => spansIn(text, pattern, kind))
      .filter(({ start, end }) => {
        const secret = text.slice(start, end);
        return looks(secret) && !isBlanked(secret);
      });
  return { id, ...(needs && { needs }), inWords: !beside, find };
}

const spellingsOf = (keyword: string): string[] =>
  keyword.includes(' ')
    ? ['', ' ', '_', '-', '.'].map((by) => keyword.replaceAll(' ', by))
    : [keyword];

/** Of the same form as many keys, and no secret: digests, versions of code, ids of traces. */
const OTHER =
  /sha-?\d|md5|digest|checksum|hash|commit|revision|etag|fingerprint|integrity|trace|span/i;

/** The values that a pattern of `patternBeside` finds behind words that name a service. */
function spansBeside(text: string, pattern: RegExp, kind: Kind): Span[] {
  const spans: Span[] = [];
  for (const { 1: keyword = '', index, indices } of text.matchAll(pattern)) {
    const [start, end] = indices?.[2] ?? [0, 0];
    const [before, after] = [text.charAt(index - 1), text.charAt(index + keyword.length)];
    const between = text.slice(index + keyword.length, start);
    if (isWord(before, keyword, after) && !OTHER.test(between)) spans.push({ kind, start, end });
  }
  return spans;
}

/** Keywords shorter than this often begin other words. */
const SHORT = 6;

/** True for a word, and for a part of a name in camel case: `prodOktaKey`, but not `bokta` or `Oktagon`. */
function isWord(before: string, keyword: string, after: string): boolean {
  const begins = !/[A-Za-z]/.test(before) || (/[a-z]/.test(before) && /^[A-Z]/.test(keyword));
  return begins && (keyword.length >= SHORT || !/[a-z]/.test(after));
}
