import { type Rule, spansOf } from './rule.js';
import { aiTokens } from './tokens/aiTokens.js';
import { AWS_KEY_ID, cloudTokens } from './tokens/cloudTokens.js';
import { developmentTokens } from './tokens/developmentTokens.js';
import { messagingTokens } from './tokens/messagingTokens.js';
import { prefixedTokens } from './tokens/prefixedTokens.js';
import type { TokenShape } from './tokens/tokenShape.js';

/** The catalogue of tokens. Where two of them overlap, the first names what was found. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  ...cloudTokens,
  ...developmentTokens,
  ...messagingTokens,
  ...aiTokens,
  ...prefixedTokens,
];

const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/dg;

/** On its own an AWS secret key looks like a digest or a path: it counts next to a key id, with all sorts of letters. */
const awsSecretsNextToIds: Rule = {
  id: 'aws-secret-beside-id',
  needs: ['akia', 'asia'],
  inWords: true,
  find: (text) =>
    text.search(AWS_KEY_ID) === -1
      ? []
      : spansOf(text, AWS_SECRET, 'aws').filter(({ start, end }) => {
          const value = text.slice(start, end);
          return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
        }),
};

/** Tokens whose prefix or shape gives them away, a rule for each. */
export const tokenRules: readonly Rule[] = [...TOKEN_SHAPES.map(ruleOf), awsSecretsNextToIds];

function ruleOf({ id, kind, keywords, shape, looks }: TokenShape): Rule {
  const find: Rule['find'] = (text) => spansOf(text, shape, kind);
  return {
    id,
    ...(keywords && { needs: keywords }),
    inWords: true,
    find: looks
      ? (text) => find(text).filter(({ start, end }) => looks(text.slice(start, end)))
      : find,
  };
}
