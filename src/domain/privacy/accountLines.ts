import { hasDigitAndLetter } from './isSecretValue.js';
import { type Shape, shapeRule } from './shape.js';

const ACCOUNT =
  'admin|administrator|root|user|test|tester|guest|demo|dev|deploy|operator|postgres|mysql|sa|oracle|ubuntu|pi|[\\w.+-]{1,64}@[\\w.-]{1,64}';

/*
 * A user and a password, known by how they stand together. To stay linear, each pattern begins with a literal, or behind
 * a look-behind that holds the characters it begins with; gaps are bounded.
 */
const SHAPES: readonly (Omit<Shape, 'kind'> & Partial<Pick<Shape, 'kind'>>)[] = [
  // `user:password@host` without a scheme; the host is an address, or a port or path follows it.
  {
    id: 'account-at-host',
    kind: 'url-userinfo',
    needs: ['@'],
    pattern:
      /@(?!sha\d)(?=(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?![\w.])|[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}(?::\d{2,5}(?![\w.])|\/[\w-]))(?<=(?<![\w.%+:/@$~-])(?!(?:mailto|e-?mail|mail|to|cc|bcc|from|author|by|contact|sip|sips|xmpp|acct|npm|git|ssh|image|docker|workspace|link|file|patch|user):)([A-Za-z][\w.+-]{0,63}:[^\s:@/"'`<>|()[\]{}]{3,128})@)/dg,
    looks: (pair) => !/:(?:pass|password|pw|pwd|token|secret|\d{1,5})$/i.test(pair),
  },
  // `login: admin / swordfish`
  {
    id: 'account-pair',
    needs: ['cred', 'login', 'account'],
    pattern: new RegExp(
      `\\b(?:creds|credentials?|login|logins|account)\\b[^\\n:=]{0,30}[:=][ \\t]{0,4}["']?(?:${ACCOUNT})[ \\t]{0,4}[/:|][ \\t]{0,4}(?!\\/)([^\\s/:"'|,;]{4,256})`,
      'dgi',
    ),
    looks: (password) =>
      !/^(?:pass(?:word|wd)?|pw|pwd|token|secret|e-?mail|name|group|role|admin\w*)[.,;)]?$/i.test(
        password,
      ),
  },
  {
    id: 'account-pair-random',
    needs: ['cred', 'login', 'account'],
    pattern:
      /\b(?:creds|credentials?|logins?|account)\b[^\n:=]{0,30}[:=][ \t]{0,4}["']?[\w.@+-]{1,64}[ \t]{1,4}[/|][ \t]{1,4}([^\s/:"'|]{6,256})/dgi,
    looks: hasDigitAndLetter,
  },
  // A line of `.pgpass`: `host:port:database:user:password`
  {
    id: 'pgpass',
    needs: [':54', ':64', ':*:'],
    pattern:
      /(?<![\w.*:/-])(?!arn:)[\w.*-]{1,253}:(?:[1-9]?(?:54|64)\d\d|\*):[\w*$-]{1,63}:[\w.*@$-]{1,63}:([^\s:"'`]{3,256})(?!\S)/dg,
  },
  // `machine … login … password …` of `.netrc`, in any order and on any lines
  {
    id: 'netrc',
    needs: ['machine', 'default login', 'default user'],
    pattern:
      /\b(?:machine[ \t]{1,8}\S{1,253}\s{1,40}|default (?=login|user))(?:(?:login|user|account)\s{1,8}\S{1,128}\s{1,40}){0,2}(?:password|passwd)\s{1,8}(?!\{[\w.]+\})([^\s]{1,256})/dg,
  },
  // A line of `.htpasswd` with a hash of crypt(3), where the file is spoken of
  {
    id: 'htpasswd',
    kind: 'password-hash',
    needs: ['htpasswd'],
    pattern:
      /htpasswd\b[^\n]{0,200}(?:\n[^\n]{0,200}){0,3}?[\s"'`][\w.@-]{1,64}:([./\w]{13})(?![\w./])/dgi,
    looks: (hash) => /[a-z]/.test(hash) && /[A-Z]/.test(hash) && /\d/.test(hash),
  },
  // `.htpasswd` and LDAP: `{SHA}…`
  {
    id: 'tagged-hash',
    kind: 'password-hash',
    needs: ['{sha', '{ssha', '{smd', '{md5', '{crypt', '{pbkdf2'],
    pattern: /(\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-SHA\d+)?)\}[\w+/=.$]{13,256})/dg,
  },
];

/** Finds passwords that stand beside their user, in lists, addresses and password files. */
export const accountLines = SHAPES.map((shape) => shapeRule({ kind: 'command-line', ...shape }));
