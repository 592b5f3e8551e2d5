import type { Kind } from './kinds.js';
import { looksRandom } from './looksRandom.js';
import type { Rule } from './rule.js';
import { type Span, spansOf } from './span.js';

const AWS_ID = /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/dg;

/*
 * Secrets that are known by their looks: kind, what they cannot be without, shape. Every pattern is written so that a run
 * of token characters is read from its beginning only (the look-behind holds the characters of the run) or from a
 * literal, and greedily: linear.
 */
const PATTERNS: readonly (readonly [kind: Kind, needs: readonly string[], pattern: RegExp])[] = [
  ['jwt', ['eyj'], /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*){1,3}/dg],
  // Base64 of `-----BEGIN`, as in Kubernetes manifests; not of certificates and public keys.
  ['pem', ['ls0tls1crudjti'], /LS0tLS1CRUdJTi(?!BDRVJU|BQVUJM)[A-Za-z0-9+/]{40,}={0,2}/dg],
  // The rule of the library leaves out the ids of Amazon's documentation; an id is an id.
  ['aws', ['akia', 'asia'], AWS_ID],
  [
    'github',
    ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'],
    /(?<![A-Za-z0-9])(?:gh[pousr]|github_pat)_\w{20,}/dg,
  ],
  [
    'gitlab',
    [
      'glpat-',
      'glptt-',
      'gldt-',
      'glrt-',
      'glsoat-',
      'glcbt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
    ],
    /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas)-[\w-]{16,}(?:\.\w{2,}){0,3}/dg,
  ],
  ['gitlab', ['gr1348941'], /(?<![A-Za-z0-9])GR1348941[\w-]{16,}/dg],
  [
    'google',
    ['aiza', 'gocspx-', 'ya29.', '1//0'],
    /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|ya29\.[\w.-]{16,}|1\/\/0[\w-]{30,})/dg,
  ],
  ['slack', ['xox', 'xapp-'], /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]{10,}/dg],
  [
    'slack',
    ['hooks.slack.com'],
    /https?:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+-]{8,}/dgi,
  ],
  [
    'webhook',
    ['.webhook.office.com', 'hooks.zapier.com'],
    /https?:\/\/(?:[\w-]{1,64}\.webhook\.office\.com\/webhookb2|hooks\.zapier\.com\/hooks)\/[\w/@-]{16,}/dgi,
  ],
  [
    'stripe',
    ['k_live_', 'k_test_', 'whsec_'],
    /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[\w+/=-]{16,})/dg,
  ],
  ['npm', ['npm_'], /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/dg],
  ['anthropic', ['sk-ant-'], /(?<![A-Za-z0-9])sk-ant-[\w-]{16,}/dg],
  [
    'openai',
    ['sk-'],
    /(?<![\w-])sk-(?:(?:proj|svcacct|admin|None|or-v1)-[\w-]{16,}|[A-Za-z0-9]{20,})/dg,
  ],
  ['hashicorp-vault', ['hvs.', 'hvb.', 'hvr.'], /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{20,}/dg],
  ['huggingface', ['hf_'], /(?<![A-Za-z0-9])hf_[A-Za-z0-9]{30,}/dg],
  [
    'discord',
    ['/api/webhooks/'],
    /https?:\/\/(?:\w{2,8}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/[\w-]{16,}/dgi,
  ],
  ['telegram', [':aa'], /(?<!\d)\d{8,10}:AA[\w-]{30,}/dg],
  [
    'azure',
    [...'0123456789'].map((digit) => `${digit}q~`),
    /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{30,40}(?![\w~.-])/dg,
  ],
  ['age', ['age-secret-key-1'], /AGE-SECRET-KEY-1[A-Z0-9]{40,}/dg],
  [
    'twilio',
    [...'0123456789abcdef'].map((digit) => `sk${digit}`),
    /(?<![A-Za-z0-9])SK[0-9a-f]{32}(?![A-Za-z0-9])/dg,
  ],
  ['sendgrid', ['sg.'], /(?<![A-Za-z0-9])SG\.[\w-]{16,64}\.[\w-]{16,64}/dg],
  ['1password', ['a3-'], /(?<![A-Za-z0-9])A3-[A-Z0-9]{6}(?:-[A-Z0-9]{5,11}){4,6}/dg],
  ['service-token', ['key-'], /(?<![A-Za-z0-9-])key-[0-9a-f]{32}(?![A-Za-z0-9])/dg],
  ['service-token', ['-us'], /(?<![A-Za-z0-9])[0-9a-f]{32}-us\d{1,2}(?![A-Za-z0-9])/dg],
  ['service-token', ['.atlasv1.'], /(?<![A-Za-z0-9])[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}/dg],
  ['service-token', ['pat'], /(?<![A-Za-z0-9])pat[A-Za-z0-9]{14}\.[0-9a-f]{64}/dg],
];

/** What the tokens of further services begin with. */
const PREFIXES = [
  'atatt3',
  'atbb',
  'doo_v1_',
  'dop_v1_',
  'dor_v1_',
  'dp.ct.',
  'dp.pt.',
  'dp.sa.',
  'dp.st.',
  'eaacedeose0cba',
  'fo1_',
  'hrku-',
  'lsv2_pt_',
  'lsv2_sk_',
  'nrak-',
  'nrii-',
  'pmak-',
  'pplx-',
  'pscale_oauth_',
  'pscale_pw_',
  'pscale_tkn_',
  'pul-',
  'pypi-ag',
  'r8_',
  'rubygems_',
  'sb_secret_',
  'sbp_',
  'sntrys_',
  'sntryu_',
  'sq0atp-',
  'sq0csp-',
  'tvly-',
  'xai-',
];
const SERVICE_TOKEN = new RegExp(
  `(?<![A-Za-z0-9])(?:${PREFIXES.map((prefix) => prefix.replaceAll('.', '\\.')).join('|')})[\\w-]{16,}={0,2}`,
  'dgi',
);
/** Three parts of the lengths that bots have. */
const DISCORD_BOT = /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg;
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/dg;

/** Tokens whose prefix or shape gives them away, a rule for each. */
export const tokenRules: readonly Rule[] = [
  ...PATTERNS.map(([kind, needs, pattern]) => rule(needs, (text) => spansOf(text, pattern, kind))),
  rule(PREFIXES, (text) =>
    spansOf(text, SERVICE_TOKEN, 'service-token').filter(({ start, end }) =>
      looksRandom(text.slice(start, end)),
    ),
  ),
  rule(undefined, (text) => spansOf(text, DISCORD_BOT, 'discord')),
  // On its own an AWS secret key looks like a digest or a path: it counts next to a key id, with all sorts of letters.
  rule(['akia', 'asia'], (text) =>
    text.search(AWS_ID) === -1
      ? []
      : spansOf(text, AWS_SECRET, 'aws').filter(({ start, end }) => {
          const value = text.slice(start, end);
          return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
        }),
  ),
];

function rule(needs: Rule['needs'], find: (text: string) => readonly Span[]): Rule {
  return { needs, find, inWords: true };
}
