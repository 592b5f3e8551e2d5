import { hasDigitAndLetter, looksChosen } from './isSecretValue.js';
import { looksRandom } from './looks.js';
import { isPlaceholder, isReference } from './references.js';
import type { Kind, Rule, Span } from './rule.js';

/** A secret that is recognised by the text around it. */
export interface Shape {
  /** As in `Rule`. */
  readonly id: string;
  readonly kind: Kind;
  /** As in `Rule`. */
  readonly needs: readonly string[];
  /** With the flags `d` and `g`. The first group that matched is the secret. */
  readonly pattern: RegExp;
  /** Checks the secret itself where the text around it is not enough. */
  readonly looks?: (secret: string) => boolean;
}

/** Kinds that stand where nothing but a secret can: only what is blanked out or to be filled in is none. */
const ALWAYS: ReadonlySet<Kind> = new Set(['command-line', 'url-userinfo']);

/** The rule that finds a shape and skips references (`isReference`). */
export function shapeRule({ id, kind, needs, pattern, looks = () => true }: Shape): Rule {
  const isNone = ALWAYS.has(kind) ? isPlaceholder : isReference;
  return {
    id,
    needs,
    find(text) {
      const spans: Span[] = [];
      for (const { indices = [] } of text.matchAll(pattern)) {
        const [start, end] = indices.slice(1).find((range) => range !== undefined) ?? [0, 0];
        const secret = text.slice(start, end);
        if (!isNone(secret) && looks(secret)) spans.push({ kind, start, end });
      }
      return spans;
    },
  };
}

const NAME_OF_SECRET =
  /^[[<]?(?:new|old|user|my|your)?[-_]?(?:pass(?:word|wd|phrase)?|pw|pwd|secret|token|key|value|arg|string)s?[-_]?\d?[\]>),.]{0,2}$/i;

/** How a synopsis or an example names a value: `password`, `my_password`, `[key]`. */
export const isNameOfSecret = (value: string): boolean => NAME_OF_SECRET.test(value);

const ASSIGNED = '["\']?[ \\t]{0,8}[:=][ \\t]{0,8}';
const QUOTED = '(?:"([^"\\n]{1,256})"|\'([^\'\\n]{1,256})\')';

/** `pass: "passed"` */
const TEST_RESULT = /^(?:pass|fail|skip|succe)[a-z]*$/i;

/* Gaps are bounded; a pattern begins with a literal, or behind a look-behind that holds the characters it begins with. */
const SHAPES: readonly Shape[] = [
  // AWS: a secret key by its full name, and the number of an account.
  {
    id: 'aws-secret-key',
    kind: 'aws',
    needs: ['secret'],
    pattern:
      /secret_?access_?key["']?\s{0,8}(?::|=>|=)\s{0,8}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/dgi,
  },
  {
    id: 'aws-account',
    kind: 'aws',
    needs: ['account'],
    pattern: /account_?(?:id)?["']?\s{0,8}(?::|=>|=)\s{0,8}["']?(\d{4}-?\d{4}-?\d{4})(?!\w)/dgi,
  },
  // SQL
  {
    id: 'sql-password',
    kind: 'key-value',
    needs: ['password', 'identified'],
    pattern:
      /\b(?:(?:user|role|login|with)\b[^\n;]{0,128}?[ \t]password|identified[ \t]{1,8}(?:with[ \t]{1,8}\S{1,64}[ \t]{1,8})?by)[ \t]{1,8}'([^'\n]{1,256})'/dgi,
  },
  // Names of secrets that also mean something else: the value has to look like one.
  {
    id: 'pass-quoted',
    kind: 'key-value',
    needs: ['pass'],
    pattern: new RegExp(
      `(?<![A-Za-z])pass${ASSIGNED}(?:"([^"\\s]{4,256})"|'([^'\\s]{4,256})')`,
      'dgi',
    ),
    looks: (value) => !TEST_RESULT.test(value),
  },
  {
    id: 'pass',
    kind: 'key-value',
    needs: ['pass'],
    // `--- PASS: TestOf/5`: the result of a test.
    pattern: new RegExp(`(?<![A-Za-z]|--- )pass${ASSIGNED}([^\\s"',;&]{6,256})`, 'dgi'),
    looks: hasDigitAndLetter,
  },
  // `wifi pass …`, `PASS …` of FTP
  {
    id: 'pass-chosen',
    kind: 'key-value',
    needs: ['pass '],
    pattern: /(?<![A-Za-z-]|--- )pass (?:is )?([^\s"',;&]{6,64})/dgi,
    looks: looksChosen,
  },
  {
    id: 'key-of-something',
    kind: 'key-value',
    needs: ['_pat', 'bearer', 'pepper', 'credential', '_key', '-key', ' key'],
    pattern: new RegExp(
      '(?:_PAT|\\bbearer|\\bpepper|\\bcredentials?|(?:deploy|host|license|sdk|server|service|storage|subscription|webhook|write)[_ -]?key)' +
        // The id of an AWS key has a rule of its own, and what follows it is no secret.
        `${ASSIGNED}["']?(?!A[KS]IA)([\\w.+/=-]{10,512})`,
      'dgi',
    ),
    looks: looksRandom,
  },
  {
    id: 'query-key',
    kind: 'key-value',
    needs: ['key='],
    pattern: /[?&]key=([\w-]{20,})/dgi,
    looks: looksRandom,
  },
  {
    id: 'auth-base64',
    kind: 'basic',
    needs: ['auth'],
    pattern: new RegExp(`(?<![A-Za-z])_?auth${ASSIGNED}["']?([\\w+/-]{12,}={0,2})`, 'dgi'),
    looks: looksRandom,
  },
  // A block of settings
  {
    id: 'gradle-password',
    kind: 'key-value',
    needs: ['storepassword', 'keypassword'],
    pattern: new RegExp(`\\b(?:store|key)Password[ \\t]{1,8}${QUOTED}`, 'dg'),
  },
  // Headers
  {
    id: 'session-cookie',
    kind: 'cookie',
    needs: ['jsessionid', 'phpsessid', 'connect.sid', 'sessionid'],
    pattern: /(?:jsessionid|phpsessid|connect\.sid|asp\.net_sessionid)=([^\s;,"']{10,512})/dgi,
  },
  {
    id: 'cookie-header',
    kind: 'cookie',
    needs: ['cookie:'],
    pattern: /\bcookie:[^\n]{0,256}?[ ;](?:session|sess|sid|auth)=([^\s;,"']{10,512})/dgi,
    looks: looksRandom,
  },
  {
    id: 'digest-response',
    kind: 'key-value',
    needs: ['response='],
    pattern: /\bresponse="([0-9a-f]{32,128})"/dg,
  },
  // URLs and connection strings
  {
    id: 'url-signature',
    kind: 'signed-url',
    needs: ['sig=', 'signature='],
    pattern: /[?&](?:sig|(?:X-(?:Amz|Goog)-)?Signature)=([\w%+/=-]{20,})/dgi,
  },
  {
    id: 'oracle-credentials',
    kind: 'url-userinfo',
    needs: ['jdbc:oracle'],
    pattern: /jdbc:oracle:\w{1,8}:([\w.$#-]{1,64}\/[^\s@"']{1,256})@/dgi,
  },
  {
    id: 'dsn-credentials',
    kind: 'url-userinfo',
    needs: ['@tcp(', '@unix('],
    pattern: /(?<![\w.%+-])[\w.%+-]{1,64}:([^\s@"'/]{1,256})@(?:tcp|unix)\(/dg,
  },
  // Formats
  {
    id: 'jwk-private-part',
    kind: 'jwk',
    needs: ['"d"'],
    pattern: /"d"[ \t]{0,8}:[ \t]{0,8}"([\w-]{40,})"/dg,
  },
  {
    id: 'password-hash',
    kind: 'password-hash',
    needs: ['$2$', '$2a', '$2b', '$2x', '$2y', '$5$', '$6$', '$y$', '$argon2', '$apr1$'],
    pattern:
      /(\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|\$(?:5|6|y|apr1)\$[\w./=$,-]{20,256}|\$argon2(?:id|i|d)\$[^\s"':]{20,256})/dg,
  },
];

/** Secrets known by what stands around them, a rule for each way. */
export const shapes = SHAPES.map(shapeRule);
