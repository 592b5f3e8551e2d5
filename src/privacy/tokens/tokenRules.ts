import { spellingsOf } from '../keyNames.js';
import { type Kind, type Rule, type Span, spansOf } from '../rule.js';
import { isMixedCase, TOKENS, type Token } from './catalogue.js';
import { literalsOf, patternBeside, patternOf } from './notation.js';

/** The rule that finds the tokens of a row of the catalogue. */
export function tokenRule(token: Token): Rule {
  const { id, kind, looks, beside } = token;
  const needs = token.keywords?.flatMap(spellingsOf) ?? literalsOfAll(token.shapes);
  // Made for the first text that may hold such a token: most programs that filter see none, and some start for one text.
  let patterns: readonly RegExp[] | undefined;
  const patternsOf = () =>
    token.shapes.map((shape) =>
      beside ? patternBeside(needs ?? [], shape) : patternOf(shape, token),
    );
  const holds = (secret: string) => looks(secret) && !isBlanked(secret);
  return {
    id,
    needs,
    inWords: !beside,
    find(text) {
      patterns ??= patternsOf();
      return patterns.flatMap((pattern) =>
        beside ? spansBeside(text, pattern, kind, holds) : spansOf(text, pattern, kind, 0, holds),
      );
    },
  };
}

/** True for what stands in the documentation of a service: `ghp_xxxxxxxxxxxx`. */
const isBlanked = (secret: string): boolean =>
  secret.replace(/[^xX]/g, '').length > 0.6 * secret.length;

/** Undefined when one of the shapes has none: then every text is read. */
function literalsOfAll(shapes: readonly string[]): readonly string[] | undefined {
  const literals = shapes.flatMap((shape) => literalsOf(shape) ?? '');
  return literals.includes('') ? undefined : literals;
}

/** Of the same form as many keys, and no secret: digests, versions of code, ids of traces. */
const OTHER =
  /sha-?\d|md5|digest|checksum|hash|commit|revision|etag|fingerprint|integrity|trace|span/i;

/** The values that a pattern of `patternBeside` finds behind words that name a service. */
function spansBeside(
  text: string,
  pattern: RegExp,
  kind: Kind,
  holds: (secret: string) => boolean,
): Span[] {
  const spans: Span[] = [];
  for (const { 1: keyword = '', 2: secret = '', index, indices } of text.matchAll(pattern)) {
    const [start, end] = indices?.[2] ?? [0, 0];
    const [before, after] = [text.charAt(index - 1), text.charAt(index + keyword.length)];
    const between = text.slice(index + keyword.length, start);
    if (isWord(before, keyword, after) && !OTHER.test(between) && holds(secret))
      spans.push({ kind, start, end });
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

const AWS_KEY_ID = /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/;
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/dg;

/** On its own an AWS secret key looks like a digest or a path: it counts next to a key id, with all sorts of letters. */
const awsSecretsNextToIds: Rule = {
  id: 'aws-secret-beside-id',
  needs: ['akia', 'asia'],
  inWords: true,
  find: (text) => (AWS_KEY_ID.test(text) ? spansOf(text, AWS_SECRET, 'aws', 0, isMixedCase) : []),
};

/** A rule for each row of the catalogue, and what tokens give away next to them. */
export const tokenRules: readonly Rule[] = [...TOKENS.map(tokenRule), awsSecretsNextToIds];
