import { type Span, spansOf } from './span.js';

/*
 * Secrets that are known by their looks. Every pattern is written so that a run of token characters is read from its
 * beginning only (the look-behind holds the characters of the run) or from a literal, and greedily: linear.
 */
const PATTERNS: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['jwt', /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{2,}(?:\.[\w-]*){1,3}/dg],
  // The rule of the library leaves out the ids of Amazon's documentation; an id is an id.
  ['aws', /(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?![A-Za-z0-9])/dg],
  ['github', /(?<![A-Za-z0-9])(?:gh[pousr]|github_pat)_\w{20,}/dg],
  [
    'gitlab',
    /(?<![A-Za-z0-9])gl(?:pat|ptt|dt|rt|soat|cbt|ft|imt|agent|oas)-[\w-]{16,}(?:\.\w{2,}){0,3}/dg,
  ],
  ['google', /(?<![A-Za-z0-9])(?:AIza[\w-]{30,}|GOCSPX-[\w-]{16,}|ya29\.[\w.-]{16,})/dg],
  ['slack', /(?<![A-Za-z0-9])(?:xox[a-z](?:\.xox[a-z])?|xapp)-[\w-]{10,}/dg],
  ['slack', /https?:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/+-]{8,}/dgi],
  ['stripe', /(?<![A-Za-z0-9])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{10,}|whsec_[\w+/=-]{16,})/dg],
  ['npm', /(?<![A-Za-z0-9])npm_[A-Za-z0-9]{30,}/dg],
  ['anthropic', /(?<![A-Za-z0-9])sk-ant-[\w-]{16,}/dg],
  ['openai', /(?<![\w-])sk-(?:(?:proj|svcacct|admin|None|or-v1)-[\w-]{16,}|[A-Za-z0-9]{20,})/dg],
  ['hashicorp-vault', /(?<![A-Za-z0-9])hv[sbr]\.[\w-]{20,}/dg],
  [
    'discord',
    /https?:\/\/(?:\w{2,8}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{5,25}\/[\w-]{16,}/dgi,
  ],
  ['discord', /(?<![\w-])[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/dg],
  ['telegram', /(?<![\w-])\d{8,10}:AA[\w-]{30,}/dg],
  ['azure', /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{30,40}(?![\w~.-])/dg],
  ['age', /AGE-SECRET-KEY-1[A-Z0-9]{40,}/dg],
];

const AZURE_SIGNATURE = /[?&]sig=([\w%+/=-]{20,})/dgi;
const AWS_SECRET = /(?<![A-Za-z0-9/+=])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/dg;

/** Tokens whose prefix or shape gives them away. */
export function tokenPatterns(text: string): Span[] {
  const spans = PATTERNS.flatMap(([kind, pattern]) => spansOf(text, pattern, kind));
  spans.push(...spansOf(text, AZURE_SIGNATURE, 'azure', 1));
  // On its own an AWS secret key looks like a digest or a path: it counts next to a key id, and with all sorts of letters.
  if (spans.some(({ kind }) => kind === 'aws')) {
    for (const span of spansOf(text, AWS_SECRET, 'aws')) {
      const value = text.slice(span.start, span.end);
      if (/[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value)) spans.push(span);
    }
  }
  return spans;
}
