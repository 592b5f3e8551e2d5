import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { applyEdits } from '../../src/privacy/edits.js';
import { secretFinder } from '../../src/privacy/findSecrets.js';
import { TOKENS } from '../../src/privacy/tokens/catalogue.js';
import { tokenRule } from '../../src/privacy/tokens/tokenRules.js';
import { fill } from './secretTable.js';
import { TOKEN_EXAMPLES } from './tokenExamples.js';
import { tokenSamples } from './tokenSamples.js';

const find = secretFinder();
const filtered = (text: string) => applyEdits(text, find(text));

describe.each(TOKENS)('$id', (token) => {
  const { id, kind } = token;
  const rule = tokenRule(token);
  const [example = '', counterExample = ''] = TOKEN_EXAMPLES[id] ?? [];
  const marked = fill(example, id).filled;
  const other = fill(counterExample, id).filled;
  const [before, secret, after] = parts(marked);

  it('finds its example, and nothing around it', () => {
    const start = 2 + before.length;
    const found = [{ kind, start, end: start + secret.length }];
    expect(rule.find(`a ${before}${secret}${after} b`)).toEqual(found);
    expect(filtered(`${before}${secret}${after}`)).not.toContain(secret);
  });

  it('leaves its counterexample alone', () => {
    expect(rule.find(`a ${other} b`)).toEqual([]);
    expect(filtered(`We saw ${other} there.`)).toBe(`We saw ${other} there.`);
  });

  it('finds made-up tokens, whatever text or file they stand in', () => {
    for (const { secret, plain, forms } of tokenSamples(token, 4)) {
      for (const text of [plain, ...Object.values(forms)]) {
        expect(filtered(text), text).not.toContain(secret);
      }
    }
  });

  it('says by which literals its tokens are known', () => {
    expect(rule.needs?.map((need) => need.toLowerCase())).toEqual(rule.needs);
    const samples = tokenSamples(token, 4).map(({ plain }) => plain);
    for (const text of [`${before}${secret}${after}`, ...samples]) {
      const lower = text.toLowerCase();
      expect(rule.needs?.some((need) => lower.includes(need)) ?? true, text).toBe(true);
    }
  });
});

/** The text before, in and after ⟦…⟧; without these signs, all of it is in them. */
function parts(text: string): [before: string, within: string, after: string] {
  const [, before = '', within = text, after = ''] = /^(.*)⟦(.*)⟧(.*)$/.exec(text) ?? [];
  return [before, within, after];
}

test('every token has an id of its own, and an example', () => {
  expect(new Set(TOKENS.map(({ id }) => id)).size).toBe(TOKENS.length);
  expect(Object.keys(TOKEN_EXAMPLES).toSorted()).toEqual(TOKENS.map(({ id }) => id).toSorted());
});

/** The shapes that secretlint 12 knows (its recommended preset): none of them may be missed. */
const SECRETLINT: readonly RegExp[] = [
  /(A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}/,
  /(aws|AWS)?_?(SECRET|secret|Secret)_?(ACCESS|access)_?(KEY|key) ?(:|=>|=) ?[A-Za-z0-9]{40}/,
  /(ACCOUNT|account|Account)_?(ID|id|Id)? ?(:|=) ?[0-9]{4}-?[0-9]{4}-?[0-9]{4}/,
  /https?:\/\/[a-z0-9]{4,30}:x-oauth-basic@github.com\//,
  /npm_[A-Za-z0-9]{36}/,
  // Theirs may be without a digit, as no token of Slack is and the names of files are.
  /(xoxb|xoxp|xapp|xoxa|xoxr)-[a-zA-Z0-9]{8,40}-[0-9]{8,40}/,
  /xoxo-[0-9]{8,40}-[0-9]{8,40}-[a-zA-Z0-9]{8,40}/,
  /[Hh][Tt][Tt][Pp]s:\/\/HOOKS\.slack\.com\/services\/T[a-z]{8}\/B[a-z]{8}\/[a-z]{8}/,
  /(https?|ftps?):\/\/[a-z]{3,9}:[a-z0-9]{5,9}@[a-z]{3,9}\.org/,
  /sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20}/,
  /sk-ant-api0[0-9]-[A-Za-z0-9]{93}AA/,
  /gsk_[a-zA-Z0-9]{52}/,
  /hf_[a-zA-Z]{34}/,
  /lin_api_[a-zA-Z0-9]{40}/,
  /ntn_[0-9]{11}[A-Za-z0-9]{35}/,
  /SG\.[a-z0-9]{22}\.[a-z0-9]{43}/,
  /(shppa|shpca|shpat|shpss)_[a-z0-9]{32}/,
  /(ghp|gho|ghu|ghs|ghr)_[A-Za-z0-9]{36}/,
  /github_pat_[A-Za-z0-9]{82}/,
  /glpat-[A-Za-z0-9]{20}/,
  /glc_[A-Za-z0-9]{40}/,
  /glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}/,
  /([Mm]ongo[Dd][Bb](\+srv)?|mysql|jdbc:mysqlx|Postgres|postgresql):\/\/[a-z]{3}:[a-z0-9]{6}@[a-z]{4}\/[a-z]{3}/,
  /(hvs|hvr)\.[A-Za-z0-9]{95}/,
  /hvb\.[A-Za-z0-9]{140}/,
  /(vcp|vci|vca|vcr|vck)_[A-Za-z0-9]{24}/,
  /dapi[a-f0-9]{32}/,
  /dckr_pat_[a-zA-Z0-9]{27}/,
  /figd_[A-Za-z0-9]{44}/,
  /-----BEGIN (RSA |EC )?PRIVATE KEY-----\nMI[A-Za-z0-9]{120}\n-----END (RSA |EC )?PRIVATE KEY-----/,
];

test.each(SECRETLINT)('of the shape %s the secret is found', (shape) => {
  for (const given of fc.sample(fc.stringMatching(new RegExp(`^(?:${shape.source})$`)), 50)) {
    expect(find(`${given} `).length, given).toBeGreaterThan(0);
  }
});

test('of AWS a secret by its name, and the number of an account, are known as such', () => {
  const value = 'aB3/aB3d'.repeat(5);
  expect(find(`AWS_SECRET_ACCESS_KEY=${value} end`)).toMatchObject([
    { kind: 'aws', start: 22, end: 62 },
  ]);
  expect(find('account_id: "1234-5678-9012"')).toMatchObject([{ kind: 'aws', start: 13, end: 27 }]);
});
