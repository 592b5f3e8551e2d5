import { fc, test } from '@fast-check/vitest';
import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { describe, expect, it } from 'vitest';
import { secretFinder } from '../../../src/domain/privacy/findSecrets.js';
import { runRule, secretlintRules, USES } from '../../../src/domain/privacy/secretlintRules.js';
import { TOKENS } from './secrets.js';

const find = secretFinder();
const shortId = (id: string): string => id.replace('@secretlint/secretlint-rule-', '');

/** Texts that many rules match: one shape for each kind of token. */
const shapes: readonly RegExp[] = [
  /(A3T[A-Z0-9]|AKIA|AGPA|AIDA|AROA|AIPA|ANPA|ANVA|ASIA)[A-Z0-9]{16}/,
  /(aws|AWS)?_?(SECRET|secret|Secret)_?(ACCESS|access)_?(KEY|key) ?(:|=>|=) ?[A-Za-z0-9]{40}/,
  /(ACCOUNT|account|Account)_?(ID|id|Id)? ?(:|=) ?[0-9]{4}-?[0-9]{4}-?[0-9]{4}/,
  /https?:\/\/[a-z0-9]{4,30}:x-oauth-basic@github.com\//,
  /npm_[A-Za-z0-9]{36}/,
  /(xoxb|xoxp|xapp|xoxa|xoxo|xoxr)-[a-zA-Z0-9]{8,40}-[a-zA-Z0-9]{8,40}/,
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
const text = fc
  .array(
    fc.oneof(
      ...shapes.map((shape) => fc.stringMatching(new RegExp(`^(?:${shape.source})$`))),
      fc.constantFrom(...TOKENS).map(([, token]) => token),
      fc.constantFrom(' ', '\n', 'text', '"'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(' '));

describe("secretlint's rules", () => {
  it('are all run but those that are left out on purpose', () => {
    const left = rules.map(({ meta }) => shortId(meta.id)).filter((id) => !(id in USES));
    expect(left).toEqual(['gcp', 'privatekey', 'slack', 'sendgrid', 'filter-comments']);
    expect(Object.keys(USES)).toHaveLength(rules.length - left.length);
  });

  test.prop([text], { numRuns: 400 })(
    'are only skipped when they would find nothing',
    async (given) => {
      const lowerCase = given.toLowerCase();
      for (const rule of rules) {
        const use = USES[shortId(rule.meta.id)];
        let finds = 0;
        if (use !== undefined) await runRule(rule, given, () => (finds += 1));
        if (finds > 0) expect(use?.needs.some((literal) => lowerCase.includes(literal))).toBe(true);
      }
    },
  );

  it.each(shapes)('of the shape %s the secret is found, be it by others', async (shape) => {
    for (const given of fc.sample(fc.stringMatching(new RegExp(`^(?:${shape.source})$`)), 5)) {
      expect((await find(`${given} `)).length).toBeGreaterThan(0);
    }
  });

  it('give the place of the secret where the library reports another', async () => {
    const value = 'aB3/aB3d'.repeat(5);
    const text = `AWS_SECRET_ACCESS_KEY=${value} end`;
    const spans = await Promise.all(secretlintRules.map((rule) => rule.find(text)));
    expect(spans.flat()).toEqual([{ kind: 'aws', start: 22, end: 62 }]);
  });
});
