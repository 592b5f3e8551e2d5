/**
 * The kinds of secrets and their names in reports. The set is closed, because kinds are labels of statistics and metrics,
 * where no user's text may appear.
 */
export const KINDS = {
  '1password': 'a token or secret key of 1Password',
  age: 'an identity of age',
  anthropic: 'a key of Anthropic',
  aws: 'a key or account number of AWS',
  azure: 'a client secret of Azure',
  basic: 'credentials of Basic authentication',
  bearer: 'a Bearer token or another credential of an Authorization header',
  'command-line': 'a secret on a command line or in a line of settings',
  cookie: 'a cookie that stands for a session',
  custom: 'matches a pattern of VAULT_PRIVATE_PATTERNS',
  databricks: 'a token of Databricks',
  discord: 'a token or webhook of Discord',
  docker: 'a token of Docker',
  figma: 'a token of Figma',
  github: 'a token of GitHub',
  gitlab: 'a token of GitLab',
  google: 'a key, secret or token of Google',
  grafana: 'a token of Grafana',
  groq: 'a key of Groq',
  'hashicorp-vault': 'a token of HashiCorp Vault',
  huggingface: 'a token of Hugging Face',
  jwk: 'the private part of a JSON Web Key',
  jwt: 'a JSON Web Token',
  'key-value': 'the value of a key that names a secret',
  linear: 'a key of Linear',
  notion: 'a token of Notion',
  npm: 'a token of npm',
  openai: 'a key of OpenAI',
  'password-hash': 'the hash of a password',
  pem: 'a private key',
  'private-block': 'a private block',
  sendgrid: 'a key of SendGrid',
  'service-token': 'a token known by its prefix or shape',
  shopify: 'a token of Shopify',
  'signed-url': 'the signature of a URL',
  slack: 'a token or webhook of Slack',
  stripe: 'a key of Stripe',
  telegram: 'a token of Telegram',
  twilio: 'a key of Twilio',
  'url-userinfo': 'credentials in a URL',
  vercel: 'a token of Vercel',
  webhook: 'a webhook, which anyone who knows it may call',
} as const satisfies Record<string, string>;

export type Kind = keyof typeof KINDS;

/** A secret found in a text: its kind and its UTF-16 offsets (`end` exclusive). */
export interface Span {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
}

/** A span and the rule that found it. */
export interface Find extends Span {
  /** The id of the rule, and for a rule of many forms `id/form`. */
  readonly rule: string;
  /** What spoke for a secret, where the rule weighs that (`signals.ts`), in words for reports. */
  readonly signals?: readonly string[];
}

/**
 * One span per match of a pattern (flags `d` and `g`): that of `group`, by default the whole match. `holds` checks a secret where
 * the pattern is not enough.
 */
export function spansOf(
  text: string,
  pattern: RegExp,
  kind: Kind,
  group = 0,
  holds: (secret: string) => boolean = () => true,
): Span[] {
  // Most texts have no match, and `matchAll` copies the pattern before it looks.
  if (text.search(pattern) === -1) return [];
  const spans: Span[] = [];
  for (const match of text.matchAll(pattern)) {
    const range = match.indices?.[group];
    if (range && holds(match[group] ?? '')) spans.push({ kind, start: range[0], end: range[1] });
  }
  return spans;
}

/** One way to find secrets. It must take time linear in the length of the text. */
export interface Rule {
  /** Unique; names the rule in reports. */
  readonly id: string;
  /**
   * Literals in lower case. A text that contains none of them, ignoring case, has no match, so `find` is not called.
   * Without `needs`, `find` is always called.
   */
  readonly needs?: readonly string[];
  /** Extends each match to the whole word, because tokens without a gap between them have to be replaced together. */
  readonly inWords?: boolean;
  readonly find: (
    text: string,
  ) => readonly (Span & Pick<Find, 'signals'> & { readonly form?: string })[];
}
