import { keyWords } from './keyWords.js';
import { looksChosen, looksSecret } from './looks.js';
import { isNameOfSecret, shapeRules } from './shapes.js';

const ACCOUNT =
  'admin|administrator|root|user|test|tester|guest|demo|dev|deploy|operator|postgres|mysql|sa|oracle|ubuntu|pi|[\\w.+-]{1,64}@[\\w.-]{1,64}';

/** Name a user together with a password, in each language. */
const ACCOUNTS = keyWords('accounts').join('|');
/** Between such a word and the user. */
const OF = '[^\\n:=]{0,30}(?:[:=]|[ \\t](?:are|is)(?=[ \\t]))[ \\t]{0,4}';
const STATING = keyWords('is').join('|');

/** Arguments in quotes: one, and a secret, each perhaps wrapped (`Some("…")`, `"…".to_string()`). */
const ARGUMENT =
  '\\s{0,16}(?:[@bru]?["\'][^"\'\\n]{0,256}["\'](?:\\.\\w{1,12}\\(\\))?|\\$?[\\w.]{1,64}),';
const SECRET_ARGUMENT = '\\s{0,16}(?:Some\\()?[@bru]?(?:"([^"\\n]{1,256})"|\'([^\'\\n]{1,256})\')';
/** Calls and constructors of libraries by the place of the secret among their arguments. */
const SECOND =
  '\\bauth=|basic_?auth\\w{0,20}|(?:plain|password)auth\\w{1,20}|\\blog_?in|\\.auth|(?:http_?|\\.)basic|credentials?(?:provider)?\\]?(?:::new|\\.(?:create|of|from|basic))?(?:[ \\t]-ArgumentList)?|userpass(?:word)?|oci_connect';
const THIRD =
  'getconnection|mysqli(?:_connect)?|\\bpdo|sequelize|\\bftp(?:_tls|_connect)?|plainauth|mysql_connect|mysql(?:db)?\\.connect|clientsecretcredential|emailandpassword';

/** Not a path, a title, or a name for a secret. */
const isArgument = (secret: string) =>
  !isNameOfSecret(secret) && !/^(?:\/|[A-Z][a-z]+(?: [A-Za-z]+)+$)/.test(secret);

/**
 * Finds passwords by how they stand together with their user, in lists, addresses and password files. To stay linear, each pattern begins with a literal, or behind
 * a look-behind that holds the characters it begins with; gaps are bounded.
 */
export const accountLines = shapeRules({
  // `user:password@host` without a scheme; the host is an address, or a port or path follows it.
  'account-at-host': [
    'url-userinfo',
    '@',
    /@(?!sha\d)(?=(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?![\w.])|[\w-]{1,63}(?:\.[\w-]{1,63}){0,8}(?::\d{2,5}(?![\w.])|\/[\w-]))(?<=(?<![\w.%+:/@$~-])(?!(?:mailto|e-?mail|mail|to|cc|bcc|from|author|by|contact|sip|sips|xmpp|acct|npm|git|ssh|image|docker|workspace|link|file|patch|user):)([A-Za-z][\w.+-]{0,63}:[^\s:@/"'`<>|()[\]{}]{3,128})@)/dg,
    (pair) => !/:(?:pass|password|pw|pwd|token|secret|\d{1,5})$/i.test(pair),
  ],
  // `new NetworkCredential("jane", "…")`, `req.basic_auth 'jane', '…'`
  'second-argument': [
    'basic',
    'auth=|.auth|plainauth|passwordauth|login|log_in|basicauth|basic_auth|httpbasic|http_basic|.basic|credential|userpass|oci_connect',
    new RegExp(`(?:${SECOND})[( ,]${ARGUMENT}${SECRET_ARGUMENT}`, 'dgi'),
    isArgument,
  ],
  // `new PDO('mysql:host=db1', 'jane', '…')`
  'third-argument': [
    'basic',
    'getconnection|mysqli|pdo(|sequelize(|ftp|plainauth|mysql|clientsecretcredential|emailandpassword',
    new RegExp(`(?:${THIRD})\\(${ARGUMENT}${ARGUMENT}${SECRET_ARGUMENT}`, 'dgi'),
    isArgument,
  ],
  // `client.connect("host", 22, "jane", "…")`
  'connect-argument': [
    'basic',
    'connect(|authenticate(',
    new RegExp(
      `(?:connect\\(${ARGUMENT}(?:${ARGUMENT}){1,2}|authenticate\\(${ARGUMENT})${SECRET_ARGUMENT}`,
      'dgi',
    ),
    looksChosen,
  ],
  // `PIN: 1234`, `the pin is 1234`
  pin: [
    'key-value',
    'pin',
    new RegExp(
      `(?<![A-Za-z\\d.])pin(?:[ _-]?(?:code|number|nummer))?["']?(?:[ \\t]{0,4}[:=：]|[ \\t](?:is|${STATING})(?=[ \\t]))[ \\t]{0,4}["']?(\\d{4,8})(?![\\w-]|\\.\\d)`,
      'dgi',
    ),
  ],
  // `recovery code: 1234-5678`, `TOTP seed: …`
  'second-factor': [
    'key-value',
    'recovery|backup|rescue|otp|2fa|mfa|authenticator',
    /(?:(?:recovery|backup|rescue|otp|2fa|mfa)[ _-]?(?:recovery[ _-]?|backup[ _-]?)?codes?|(?:otp|2fa|mfa|authenticator)[ _-]?(?:seed|key|secret)|\btotp(?=[:=\s]{1,4}[A-Z2-7]{16}))["']?[ \t]{0,4}[:=][ \t]{0,4}["']?([\w-]{5,64})/dgi,
    (code) => /\d|^[A-Z]{16}/.test(code),
  ],
  // The words of a wallet (BIP 39): 12 to 24
  'seed-phrase': [
    'key-value',
    'phrase|mnemonic|seed words',
    /(?:(?:seed|recovery|wallet|secret)[ _-]?(?:phrase|words)|mnemonic(?:[ _-]?phrase)?)["']?(?:[ \t]{0,4}[:=]|[ \t]is)\s{0,8}["']?((?:[a-z]{3,16}[ \t]{1,2}){11,23}[a-z]{3,16})/dgi,
  ],
  // `login: admin / swordfish`
  'account-pair': [
    'command-line',
    `${ACCOUNTS}|account`,
    new RegExp(
      `\\b(?:${ACCOUNTS}|account)\\b${OF}["']?(?:${ACCOUNT})[ \\t]{0,4}[/:|][ \\t]{0,4}(?!\\/)([^\\s/:"'|,;]{4,256})`,
      'dgi',
    ),
    (password) =>
      !/^(?:pass(?:word|wd)?|pw|pwd|token|secret|e-?mail|name|group|role|admin\w*)[.,;)]?$/i.test(
        password,
      ),
  ],
  'account-pair-random': [
    'command-line',
    `${ACCOUNTS}|account`,
    new RegExp(
      `\\b(?:${ACCOUNTS}|account(?=[^\\n/|]{1,99}[ \\t][/|]))\\b${OF}["']?[\\w.@+-]{1,64}[ \\t]{0,4}[/:|][ \\t]{0,4}([^\\s/:"'|]{6,256})`,
      'dgi',
    ),
    looksSecret,
  ],
  // `user bob pass …`, `u: bob p: …`
  'user-then-password': [
    'command-line',
    'pass |pass\t|pass:|pass=|pw:|pw=|pw | p:| p=|/p:|/p=',
    /\b(?:user(?:name)?|login|usr|u[:=])[ \t:=]{0,3}[\w.@+-]{1,64}[ \t,;/]{0,3}[ /](?:pass[ \t:=]|pw[ :=]|p[:=])[ \t:=]{0,2}([^\s"']{6,64})/dgi,
    looksChosen,
  ],
  // A line of `.pgpass`: `host:port:database:user:password`
  pgpass: [
    'command-line',
    ':54|:64|:*:',
    /(?<![\w.*:/-])(?!arn:)[\w.*-]{1,253}:(?:[1-9]?(?:54|64)\d\d|\*):[\w*$-]{1,63}:[\w.*@$-]{1,63}:([^\s:"'`]{3,256})(?!\S)/dg,
  ],
  // `machine … login … password …` of `.netrc`, in any order and on any lines
  netrc: [
    'command-line',
    'machine|default login|default user',
    /\b(?:machine[ \t]{1,8}\S{1,253}\s{1,40}|default (?=login|user))(?:(?:login|user|account)\s{1,8}\S{1,128}\s{1,40}){0,2}(?:password|passwd)\s{1,8}(?!\{[\w.]+\})([^\s]{1,256})/dg,
  ],
  // A line of `.htpasswd` with a hash of crypt(3), where the file is spoken of
  htpasswd: [
    'password-hash',
    'htpasswd',
    /htpasswd\b[^\n]{0,200}(?:\n[^\n]{0,200}){0,3}?[\s"'`][\w.@-]{1,64}:([./\w]{13})(?![\w./])/dgi,
    (hash) => /[a-z]/.test(hash) && /[A-Z]/.test(hash) && /\d/.test(hash),
  ],
  // `.htpasswd` and LDAP: `{SHA}…`
  'tagged-hash': [
    'password-hash',
    '{sha|{ssha|{smd|{md5|{crypt|{pbkdf2',
    /(\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-SHA\d+)?)\}[\w+/=.$]{13,256})/dg,
  ],
});
