import { hasDigitAndLetter, looksChosen } from './isSecretValue.js';
import { looksRandom } from './looks.js';
import { isNameOfSecret, type Shape, shapeRule } from './shapes.js';

type Row = Omit<Shape, 'kind'>;

/** A value in quotes, or a word that is no option, no path of Windows and no `*`. */
const VALUE = '(?:"([^"\\n]{1,256})"|\'([^\'\\n]{1,256})\'|([^\\s"\'*/\\\\-][^\\s"\']{2,256}))';
/** What is replaced already is read over, so that each round of the filter finds one more. */
const NOT_YET = '(?!["\']?\\[REDACTED)';
/** Between a program and its option, within one command. */
const GAP = '[ \\t](?:[^\\n|;&]{0,256}?[ \\t])??';
const BLANK = '[ \\t]{1,4}';
const ARGUMENT = `${BLANK}(?:"[^"\\n]{1,64}"|[^\\s"']{1,64})${BLANK}`;
const PAIR = '["\']?[\\w.-]{1,64}=';
/** A value behind what a command begins with, one of several literals, and a pattern. */
const after = (
  literals: string,
  pattern: string,
  looks?: (value: string) => boolean,
  flags = 'dg',
): Row => ({
  id: `${/^\w+/.exec(literals)?.[0]}-secret`,
  needs: literals.toLowerCase().split('|'),
  pattern: new RegExp(`(?<![\\w-])(?:${literals})${pattern}${NOT_YET}${VALUE}`, flags),
  looks: (value) => !isNameOfSecret(value) && (looks?.(value) ?? true),
});
/** The same, anywhere behind a program. */
const option = (programs: string, pattern: string, looks?: (value: string) => boolean): Row =>
  after(programs, GAP + pattern, looks);

/** Of Windows, where case does not matter. */
const windows = (literals: string, pattern: string, looks?: (value: string) => boolean): Row =>
  after(literals, pattern, looks, 'dgi');

/** The programs that take a secret as the value of an option, or at a place of their arguments. */
const COMMAND_OPTIONS: readonly Row[] = [
  option(
    'sshpass|redis-cli|login|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|psexec|cqlsh|twine|rdesktop|ncftpput|ncftpget|altool|unlock-keychain|create-keychain',
    '-[pa][ \\t]{0,4}',
  ),
  option('add-generic-password|add-internet-password', `-w${BLANK}`),
  option('ssh-keygen', `-[NP]${BLANK}`),
  option(
    'sqlplus|expdp|impdp|sqlldr|rman',
    '["\']?[A-Za-z][\\w$#]{0,64}/',
    (value) => !value.includes('.'),
  ),
  option(
    'sudo -S|kinit|cryptsetup|smbpasswd|secret put|secret set|secret create|secrets put|secrets set|secrets create|env add|--password-stdin',
    '<<<[ \\t]{0,4}',
  ),
  option(
    'ldapsearch|ldapadd|ldapmodify|ldapdelete|ldappasswd|ldapwhoami|ldapcompare',
    `-w${BLANK}`,
  ),
  option('zip|unzip|sqlcmd|bcp|mosquitto_pub|mosquitto_sub|ipmitool', '-P[ \\t]{0,4}'),
  option('7z a|7z x|7z u|7z e|7z t|7z l|7za|rar|unrar', '-h?p(?=\\S)'),
  option('openssl', `(?:-(?:k|K|hmac)${BLANK}|-macopt${BLANK}(?:hex)?key:)`),
  option('snmpget|snmpset|snmpwalk|snmpbulkwalk|snmptrap', `-[AXc]${BLANK}`, (v) => v !== 'public'),
  option('smbclient|rpcclient|smbget|net rpc', '(?:-U|--user)[ \\t=]{0,4}["\']?[^\\s%"\']{1,64}%'),
  option('lftp', `-u${BLANK}["']?[^\\s,"']{1,64},`),
  windows('cmdkey|xfreerdp|wfreerdp|schtasks|signtool', `${GAP}/(?:pass|p|rp)[: \\t][ \\t]{0,4}`),
  windows(
    'reg add|reg.exe add',
    `${GAP}/v${BLANK}"?\\w{0,40}(?:password|secret|token)"?${GAP}/d${BLANK}`,
  ),
  option('netsh', 'key(?:Material|Content)?='),
  option('mysqladmin', `password${BLANK}`),
  option('nmcli', `(?:password|wifi-sec\\.psk)${BLANK}`),
  option('create-secret|put-secret-value|update-secret', `--secret-string[ \\t=]{1,4}`),
  option('keyvault secret set|put-parameter', '--value[ \\t=]{1,4}', hasDigitAndLetter),
  option('secret set|secrets set', '(?:-b|--body)[ \\t=]{0,4}'),
  option('secret set|secrets set|secrets import|kv put|kv patch', `${PAIR}(?=["']?[^@$<{-])`),
  option('create secret', `--from-literal[= \\t]${PAIR}`),
  option('config:set', PAIR, looksRandom),
  option('radius-server|tacacs-server', `key${BLANK}(?:[067]${BLANK})?`),
  option('cache_peer', 'login=[^\\s:]{1,64}:'),
  after('cargo login|snyk auth|ngrok authtoken', BLANK, looksRandom),
  windows(
    'net use',
    `[ \\t](?:(?:[A-Za-z]:|\\*)${BLANK})?(?:\\\\\\\\\\S{1,200}${BLANK})?(?:/\\S{1,64}${BLANK}){0,3}`,
    hasDigitAndLetter,
  ),
  windows('net user', `${BLANK}[^\\s/*"'<]{1,64}${BLANK}`, hasDigitAndLetter),
  after(
    'add_user|change_password|cf auth|bw login|samba-tool user create|samba-tool user add',
    ARGUMENT,
    hasDigitAndLetter,
  ),
  after('encrypt_string|rclone obscure', BLANK, hasDigitAndLetter),
  after('openssl passwd', `(?:${BLANK}-\\w{1,8}){0,4}${BLANK}`, hasDigitAndLetter),
  after('mosquitto_passwd', `${BLANK}(?:-c${BLANK})?-b${BLANK}\\S{1,128}${ARGUMENT}`),
  after('wpa_passphrase', ARGUMENT, hasDigitAndLetter),
  after('http-basic', `\\.[\\w.-]{1,64}${ARGUMENT}`, hasDigitAndLetter),
  after('ACL SETUSER', `${BLANK}\\S{1,64}[ \\t](?:[^\\n]{0,128}?[ \\t])??>`),
  after('LOGIN', ARGUMENT, looksChosen),
  after('AUTH', `${BLANK}(?:(?:default|PLAIN|LOGIN)${BLANK})?`, looksChosen),
];

/* To stay linear, every pattern begins with the name of a program or an option, and its gaps are bounded. */
const SHAPES: readonly Omit<Shape, 'kind'>[] = [
  {
    id: 'curl-user',
    needs: ['curl', 'wget', 'http'],
    pattern:
      /\b(?:curl|wget|https?)[ \t](?:(?:[^\n\\]|\\(?:\r\n|[\s\S])){0,256}?[ \t])??(?:-u|--user|--proxy-user|-U)[ \t=]{0,4}["']?[\w.@%+-]{0,64}:["']?([^\s"']{1,256})/dg,
  },
  {
    id: 'mysql-option',
    needs: ['mysql', 'mariadb'],
    pattern:
      /\b(?:mysql|mariadb)[\w-]{0,20}[ \t](?:[^\n]{0,256}?[ \t])??-p(?!ort\b|rotocol\b)["']?([^\s"'-][^\s"']{2,256})/dg,
  },
  {
    id: 'openssl-pass',
    needs: ['pass:'],
    pattern: /-pass(?:in|out)?[ \t=]{1,8}["']?pass:([^\s"']{1,256})/dg,
  },
  {
    id: 'store-option',
    needs: ['storepass', 'keypass'],
    pattern:
      /-(?:dest|src)?(?:store|key)pass[ \t]{1,4}["']?(?!(?:file|env)[ \t:])([^\s"'-][^\s"']{2,256})/dg,
  },
  {
    id: 'htpasswd-option',
    needs: ['htpasswd'],
    pattern:
      /\bhtpasswd[ \t]{1,4}(?:-[A-Za-z]{1,8}[ \t]{1,4}){0,4}-[A-Za-z]{0,8}b[A-Za-z]{0,8}(?:[ \t]{1,4}\d{1,2})?(?:[ \t]{1,4}[^\s-]\S{0,199})?[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}["']?([^\s"']{3,256})/dg,
  },
  {
    id: 'chpasswd',
    needs: ['chpasswd'],
    pattern:
      /\becho[ \t]{1,4}(?:-\w[ \t]{1,4})?["']?[\w.@-]{1,64}:([^\s"'|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/dg,
  },
  {
    id: 'password-stdin',
    needs: [
      'password-stdin',
      '--stdin',
      'sudo -s',
      'secret put',
      'secret create',
      'secret set',
      'secrets put',
      'secrets set',
      'secrets create',
      'env add',
    ],
    pattern:
      /(?<=\b(?:echo|printf|Write-Output)[ \t]{1,4}(?:(?:-\w|["']?%s(?:\\n)?["']?)[ \t]{1,4})?(?:"([^"\n]{4,256})"|'([^'\n]{4,256})'|([^\s"'|]{4,256}))[ \t]{0,4}\|[ \t](?:[^\n|;&]{1,200}[ \t])?)(?:--password-stdin|--stdin|sudo -S|secrets? (?:put|create|set)\b|env add\b)/dg,
  },
  {
    id: 'secure-string',
    needs: ['convertto-securestring'],
    pattern:
      /\bConvertTo-SecureString[ \t]{1,4}(?:-(?:String|AsPlainText|Force)[ \t]{1,4}){0,3}(?:"([^"\n]{1,256})"|'([^'\n]{1,256})'|([^\s"'$(<-]\S{2,256}))/dgi,
  },
  {
    id: 'piped-secure-string',
    needs: ['convertto-securestring'],
    pattern:
      /(?<=(?:"([^"\n]{1,256})"|'([^'\n]{1,256})')[ \t]{0,4}\|[ \t]{0,4})ConvertTo-SecureString/dgi,
  },
  // `ipsec.secrets`
  {
    id: 'shared-key',
    needs: ['psk', 'eap', 'xauth'],
    pattern: /:[ \t]{0,4}(?:PSK|EAP|XAUTH)[ \t]{1,4}"([^"\n]{1,256})"/dg,
  },
  // Routers and switches: the digit says how the password is written.
  {
    id: 'device-password',
    needs: ['password ', 'secret '],
    pattern:
      /\b(?:password|secret)[ \t](?:7[ \t]([\dA-F]{6,128})|[4589][ \t](\$\d{1,2}\$\S{8,256}))(?!\S)/dg,
  },
  {
    id: 'settings-line',
    needs: ['requirepass', 'masterauth', 'bindpw', 'rootpw', 'bindpassword', 'wpa-psk'],
    pattern:
      /\b(?:requirepass|masterauth|bindpw|rootpw|AuthLDAPBindPassword|wpa-psk)[ \t]{1,8}["']?(?!exec:)([^\s"']{4,256})/dg,
  },
];

/** Finds secrets in the options of well-known programs and in their settings files. */
export const commandLines = [...COMMAND_OPTIONS, ...SHAPES].map((shape) =>
  shapeRule({ kind: 'command-line', ...shape }),
);
