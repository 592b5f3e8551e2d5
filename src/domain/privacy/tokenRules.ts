import { type Rule, spansOf } from './rule.js';
import { TOKEN_SHAPES } from './tokens/catalogue.js';
import { isMixedCase } from './tokens/looks.js';
import { tokenRule } from './tokens/tokenRule.js';

const AWS_KEY_ID = /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/;
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/dg;

/** On its own an AWS secret key looks like a digest or a path: it counts next to a key id, with all sorts of letters. */
const awsSecretsNextToIds: Rule = {
  id: 'aws-secret-beside-id',
  needs: ['akia', 'asia'],
  inWords: true,
  find: (text) =>
    AWS_KEY_ID.test(text)
      ? spansOf(text, AWS_SECRET, 'aws').filter(({ start, end }) =>
          isMixedCase(text.slice(start, end)),
        )
      : [],
};

/** A rule for each row of the catalogue, and what tokens give away next to them. */
export const tokenRules: readonly Rule[] = [...TOKEN_SHAPES.map(tokenRule), awsSecretsNextToIds];
