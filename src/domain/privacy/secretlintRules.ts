import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import { isReference } from './isReference.js';
import type { Kind } from './kinds.js';
import type { Rule as OurRule } from './rule.js';
import type { Span } from './span.js';

type Rule = (typeof rules)[number];
type Context = Parameters<Rule['create']>[0];
type Source = Parameters<NonNullable<ReturnType<Rule['create']>['file']>>[0];

interface Use {
  readonly kind: Kind;
  /** Lower case; a text that has none of them, letter case aside, cannot match: each is a literal part of a pattern. */
  readonly needs: readonly string[];
}

/**
 * The rules of secretlint's preset that are run, and what a text must hold for each to be worth running. Left out are
 * `filter-comments`, by which a comment in the text would switch the others off; `gcp`, which reads files; and
 * `privatekey`, `sendgrid` and `slack`, whose patterns are not linear. What they look for is found by our own.
 */
export const USES: Readonly<Record<string, Use>> = {
  '1password': { kind: '1password', needs: ['ops_ey'] },
  anthropic: { kind: 'anthropic', needs: ['sk-ant-api0'] },
  aws: {
    kind: 'aws',
    needs: [
      'a3t',
      'akia',
      'agpa',
      'aida',
      'aroa',
      'aipa',
      'anpa',
      'anva',
      'asia',
      'account',
      'secret',
    ],
  },
  basicauth: { kind: 'url-userinfo', needs: ['://'] },
  'database-connection-string': {
    kind: 'url-userinfo',
    needs: ['mongodb', 'mysql', 'postgres'],
  },
  databricks: { kind: 'databricks', needs: ['dapi'] },
  docker: { kind: 'docker', needs: ['dckr_pat_'] },
  figma: { kind: 'figma', needs: ['figd_'] },
  github: { kind: 'github', needs: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_', 'github_pat_'] },
  gitlab: { kind: 'gitlab', needs: ['glpat-'] },
  grafana: { kind: 'grafana', needs: ['glc_', 'glsa_'] },
  groq: { kind: 'groq', needs: ['gsk_'] },
  'hashicorp-vault': { kind: 'hashicorp-vault', needs: ['hvs.', 'hvb.', 'hvr.'] },
  huggingface: { kind: 'huggingface', needs: ['hf_'] },
  linear: { kind: 'linear', needs: ['lin_api_'] },
  notion: { kind: 'notion', needs: ['ntn_'] },
  npm: { kind: 'npm', needs: ['npm_', ':x-oauth-basic@'] },
  openai: { kind: 'openai', needs: ['t3blbkfj'] },
  shopify: { kind: 'shopify', needs: ['shppa_', 'shpca_', 'shpat_', 'shpss_'] },
  vercel: { kind: 'vercel', needs: ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'] },
};

const PREFIX = '@secretlint/secretlint-rule-';
const used = rules.flatMap((rule) => {
  const use = USES[rule.meta.id.replace(PREFIX, '')];
  return use === undefined ? [] : [{ rule, ...use }];
});

/**
 * secretlint's rules. They are called one by one and not through `lintSource` of its core: that leaves some hundred
 * entries in the process's performance timeline with every call, for good, and drops a byte order mark without moving
 * the offsets.
 */
export const secretlintRules: readonly OurRule[] = used.map(({ rule, kind, needs }) => ({
  needs,
  inWords: true,
  async find(text) {
    const spans: Span[] = [];
    await runRule(rule, text, (range, secret) => {
      const span = spanOf(text, kind, range, secret);
      const [, password = ''] = /:(.*)/s.exec(text.slice(span.start, span.end)) ?? [];
      if (kind !== 'url-userinfo' || !isReference(password)) spans.push(span);
    });
    return spans;
  },
}));

type Report = (range: readonly [number, number], secret: string) => void;

/** Runs one rule, whatever the text holds. */
export async function runRule(rule: Rule, text: string, report: Report): Promise<void> {
  const context: Context = {
    sharedOptions: {},
    createTranslator: () => (messageId, data) => ({
      message: '',
      messageId: String(messageId),
      data,
    }),
    report: ({ range, message }) => {
      const secret: unknown = Object.values(message.data ?? {})[0];
      report(range, typeof secret === 'string' ? secret : '');
    },
    ignore: () => {},
  };
  await rule.create(context, { enableIDScanRule: true }).file?.(sourceOf(text));
}

/**
 * Some rules report the range of the whole match cut to the length of the secret, so the secret is looked up from there.
 * Of a URL only the credentials go, of an account number with its key only the number.
 */
function spanOf(text: string, kind: Kind, range: readonly [number, number], secret: string): Span {
  const at = secret === '' ? -1 : text.indexOf(secret, range[0]);
  const [start, end] = at === -1 || at > range[1] ? range : [at, at + secret.length];
  const found = text.slice(start, end);
  const part = (kind === 'aws' ? ACCOUNT_NUMBER : CREDENTIALS).exec(found)?.indices?.[1];
  return part === undefined
    ? { kind, start, end }
    : { kind, start: start + part[0], end: start + part[1] };
}

const ACCOUNT_NUMBER = /[:=]\s*["']?(\d{4}-?\d{4}-?\d{4})["']?$/d;
const CREDENTIALS = /^[a-z+:]+:\/\/([^/]*)@/di;

/** A text without a name or a place: rules that ask for them take it for any file. */
function sourceOf(content: string): Source {
  const nowhere = { line: 1, column: 0 };
  return {
    content,
    hasBOM: false,
    filePath: undefined,
    physicalFilePath: undefined,
    contentType: 'text',
    ext: '',
    getFilePath: () => undefined,
    getPhysicalFilePath: () => undefined,
    locationToRange: () => [0, 0],
    rangeToLocation: () => ({ start: nowhere, end: nowhere }),
    positionToIndex: () => 0,
    indexToPosition: () => nowhere,
  };
}
