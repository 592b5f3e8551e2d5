import { looksChosen, looksRandom, looksSecret } from './looks.js';
import { isPlaceholder, isReference } from './references.js';
import type { Kind, Rule, Span } from './rule.js';

/**
 * A secret that is recognised by the text around it: its kind; literals in lower case, separated by `|`, of which such a text
 * holds one; a pattern with the flags `d` and `g`, of which the first group that matched is the secret; and a check of the
 * secret itself, where the text around it is not enough.
 */
type Shape = readonly [
  kind: Kind,
  needs: string,
  pattern: RegExp,
  looks?: (secret: string) => boolean,
];

/** Kinds that stand where nothing but a secret can: only what is blanked out or to be filled in is none. */
const ALWAYS: ReadonlySet<Kind> = new Set(['command-line', 'url-userinfo']);

/** The rule that finds a shape and skips references (`isReference`). */
export function shapeRule(id: string, ...[kind, needs, pattern, looks = () => true]: Shape): Rule {
  const isNone = ALWAYS.has(kind) ? isPlaceholder : isReference;
  return {
    id,
    needs: needs.split('|'),
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

/** The rules of shapes, by their ids. */
export const shapeRules = (shapes: Readonly<Record<string, Shape>>): readonly Rule[] =>
  Object.entries(shapes).map(([id, shape]) => shapeRule(id, ...shape));

const NAME_OF_SECRET =
  /^[[<]?(?:new|old|user|my|your)?[-_]?(?:pass(?:word|wd|phrase)?|pw|pwd|secret|token|key|value|arg|string)s?[-_]?\d?[\]>),.]{0,2}$/i;

/** How a synopsis or an example names a value: `password`, `my_password`, `[key]`. */
export const isNameOfSecret = (value: string): boolean => NAME_OF_SECRET.test(value);

const ASSIGNED = '["\']?[ \\t]{0,8}[:=][ \\t]{0,8}';
/** How `ASSIGNED` may begin behind a word. */
const assigned = (word: string) =>
  ['"', "'", ' ', '\t', ':', '='].map((sign) => word + sign).join('|');
const QUOTED = '(?:"([^"\\n]{1,256})"|\'([^\'\\n]{1,256})\')';

/** `pass: "passed"` */
const TEST_RESULT = /^(?:pass|fail|skip|succe)[a-z]*$/i;

/**
 * Secrets known by what stands around them. Gaps are bounded; a pattern begins with a literal, or behind a look-behind that holds
 * the characters it begins with.
 */
export const shapes = shapeRules({
  // AWS: a secret key by its full name, and the number of an account.
  'aws-secret-key': [
    'aws',
    'secret',
    /secret_?access_?key["']?\s{0,8}(?::|=>|=)\s{0,8}["']?([A-Za-z0-9/+=]{40})(?![A-Za-z0-9/+=])/dgi,
  ],
  'aws-account': [
    'aws',
    'account',
    /account_?(?:id)?["']?\s{0,8}(?::|=>|=)\s{0,8}["']?(\d{4}-?\d{4}-?\d{4})(?!\w)/dgi,
  ],
  // SQL
  'sql-password': [
    'key-value',
    'password|identified',
    /\b(?:(?:user|role|login|with)\b[^\n;]{0,128}?[ \t]password|identified[ \t]{1,8}(?:with[ \t]{1,8}\S{1,64}[ \t]{1,8})?by)[ \t]{1,8}'([^'\n]{1,256})'/dgi,
  ],
  // Names of secrets that also mean something else: the value has to look like one.
  'pass-quoted': [
    'key-value',
    assigned('pass'),
    new RegExp(`(?<![A-Za-z])pass${ASSIGNED}(?:"([^"\\s]{4,256})"|'([^'\\s]{4,256})')`, 'dgi'),
    (value) => !TEST_RESULT.test(value),
  ],
  // `--- PASS: TestOf/5`: the result of a test.
  pass: [
    'key-value',
    assigned('pass'),
    new RegExp(`(?<![A-Za-z]|--- )pass${ASSIGNED}([^\\s"',;&]{6,256})`, 'dgi'),
    looksSecret,
  ],
  // `wifi pass …`, `PASS …` of FTP
  'pass-chosen': [
    'key-value',
    'pass ',
    /(?<![A-Za-z-]|--- )pass (?:is )?([^\s"',;&]{6,64})/dgi,
    looksChosen,
  ],
  'key-of-something': [
    'key-value',
    '_pat|bearer|pepper|credential|_key|-key| key',
    new RegExp(
      '(?:_PAT|\\bbearer|\\bpepper|\\bcredentials?|(?:deploy|host|license|sdk|server|service|storage|subscription|webhook|write)[_ -]?key)' +
        // The id of an AWS key has a rule of its own, and what follows it is no secret.
        `${ASSIGNED}["']?(?!A[KS]IA)([\\w.+/=-]{10,512})`,
      'dgi',
    ),
    looksRandom,
  ],
  'query-key': ['key-value', 'key=', /[?&]key=([\w-]{20,})/dgi, looksRandom],
  'auth-base64': [
    'basic',
    assigned('auth'),
    new RegExp(`(?<![A-Za-z])_?auth${ASSIGNED}["']?([\\w+/-]{12,}={0,2})`, 'dgi'),
    looksRandom,
  ],
  // A block of settings
  'gradle-password': [
    'key-value',
    'storepassword|keypassword',
    new RegExp(`\\b(?:store|key)Password[ \\t]{1,8}${QUOTED}`, 'dg'),
  ],
  // Headers
  'session-cookie': [
    'cookie',
    'jsessionid|phpsessid|connect.sid|sessionid',
    /(?:jsessionid|phpsessid|connect\.sid|asp\.net_sessionid)=([^\s;,"']{10,512})/dgi,
  ],
  'cookie-header': [
    'cookie',
    'cookie:',
    /\bcookie:[^\n]{0,256}?[ ;](?:session|sess|sid|auth)=([^\s;,"']{10,512})/dgi,
    looksRandom,
  ],
  'digest-response': ['key-value', 'response=', /\bresponse="([0-9a-f]{32,128})"/dg],
  // URLs and connection strings
  'url-signature': [
    'signed-url',
    'sig=|signature=',
    /[?&](?:sig|(?:X-(?:Amz|Goog)-)?Signature)=([\w%+/=-]{20,})/dgi,
  ],
  'oracle-credentials': [
    'url-userinfo',
    'jdbc:oracle',
    /jdbc:oracle:\w{1,8}:([\w.$#-]{1,64}\/[^\s@"']{1,256})@/dgi,
  ],
  'dsn-credentials': [
    'url-userinfo',
    '@tcp(|@unix(',
    /(?<![\w.%+-])[\w.%+-]{1,64}:([^\s@"'/]{1,256})@(?:tcp|unix)\(/dg,
  ],
  // Formats
  'jwk-private-part': ['jwk', '"d"', /"d"[ \t]{0,8}:[ \t]{0,8}"([\w-]{40,})"/dg],
  'password-hash': [
    'password-hash',
    '$2$|$2a|$2b|$2x|$2y|$5$|$6$|$y$|$argon2|$apr1$',
    /(\$2[abxy]?\$\d\d\$[./A-Za-z0-9]{53}|\$(?:5|6|y|apr1)\$[\w./=$,-]{20,256}|\$argon2(?:id|i|d)\$[^\s"':]{20,256})/dg,
  ],
});
