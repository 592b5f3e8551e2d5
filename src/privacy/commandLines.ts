import { looksChosen, looksRandom, looksSecret } from './looks.js';
import type { Rule } from './rule.js';
import { isNameOfSecret, shapeRule } from './shapes.js';

type Looks = (value: string) => boolean;

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
const after = (literals: string, pattern: string, looks?: Looks, flags = 'dg'): Rule =>
  shapeRule(
    `${/^\w+/.exec(literals)?.[0]}-secret`,
    'command-line',
    literals.toLowerCase(),
    new RegExp(`(?<![\\w-])(?:${literals})${pattern}${NOT_YET}${VALUE}`, flags),
    (value) => !isNameOfSecret(value) && (looks?.(value) ?? true),
  );
/** The same, anywhere behind a program. */
const option = (programs: string, pattern: string, looks?: Looks) =>
  after(programs, GAP + pattern, looks);
/** Of Windows, where case does not matter. */
const windows = (literals: string, pattern: string, looks?: Looks) =>
  after(literals, pattern, looks, 'dgi');

/** The programs that take a secret as the value of an option, or at a place of their arguments. */
const commandOptions = [
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
  option('keyvault secret set|put-parameter', '--value[ \\t=]{1,4}', looksSecret),
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
    looksSecret,
  ),
  windows('net user', `${BLANK}[^\\s/*"'<]{1,64}${BLANK}`, looksSecret),
  after(
    'add_user|change_password|cf auth|bw login|samba-tool user create|samba-tool user add',
    ARGUMENT,
    looksSecret,
  ),
  after('encrypt_string|rclone obscure', BLANK, looksSecret),
  after('openssl passwd', `(?:${BLANK}-\\w{1,8}){0,4}${BLANK}`, looksSecret),
  after('mosquitto_passwd', `${BLANK}(?:-c${BLANK})?-b${BLANK}\\S{1,128}${ARGUMENT}`),
  after('wpa_passphrase', ARGUMENT, looksSecret),
  after('http-basic', `\\.[\\w.-]{1,64}${ARGUMENT}`, looksSecret),
  after('ACL SETUSER', `${BLANK}\\S{1,64}[ \\t](?:[^\\n]{0,128}?[ \\t])??>`),
  after('LOGIN', ARGUMENT, looksChosen),
  after('AUTH', `${BLANK}(?:(?:default|PLAIN|LOGIN)${BLANK})?`, looksChosen),
];

/* To stay linear, every pattern begins with the name of a program or an option, and its gaps are bounded. */
const LINES: Readonly<Record<string, readonly [needs: string, pattern: RegExp]>> = {
  'curl-user': [
    'curl |curl\t|wget |wget\t|http |http\t|https |https\t',
    /\b(?:curl|wget|https?)[ \t](?:(?:[^\n\\]|\\(?:\r\n|[\s\S])){0,256}?[ \t])??(?:-u|--user|--proxy-user|-U)[ \t=]{0,4}["']?[\w.@%+-]{0,64}:["']?([^\s"']{1,256})/dg,
  ],
  'mysql-option': [
    'mysql|mariadb',
    /\b(?:mysql|mariadb)[\w-]{0,20}[ \t](?:[^\n]{0,256}?[ \t])??-p(?!ort\b|rotocol\b)["']?([^\s"'-][^\s"']{2,256})/dg,
  ],
  'openssl-pass': ['pass:', /-pass(?:in|out)?[ \t=]{1,8}["']?pass:([^\s"']{1,256})/dg],
  'store-option': [
    'storepass|keypass',
    /-(?:dest|src)?(?:store|key)pass[ \t]{1,4}["']?(?!(?:file|env)[ \t:])([^\s"'-][^\s"']{2,256})/dg,
  ],
  'htpasswd-option': [
    'htpasswd',
    /\bhtpasswd[ \t]{1,4}(?:-[A-Za-z]{1,8}[ \t]{1,4}){0,4}-[A-Za-z]{0,8}b[A-Za-z]{0,8}(?:[ \t]{1,4}\d{1,2})?(?:[ \t]{1,4}[^\s-]\S{0,199})?[ \t]{1,4}[\w.@-]{1,64}[ \t]{1,4}["']?([^\s"']{3,256})/dg,
  ],
  chpasswd: [
    'chpasswd',
    /\becho[ \t]{1,4}(?:-\w[ \t]{1,4})?["']?[\w.@-]{1,64}:([^\s"'|]{3,256})["']?[ \t]{0,4}\|[ \t]{0,4}(?:sudo[ \t]{1,4})?chpasswd/dg,
  ],
  'password-stdin': [
    'password-stdin|--stdin|sudo -s|secret put|secret create|secret set|secrets put|secrets set|secrets create|env add',
    /(?<=\b(?:echo|printf|Write-Output)[ \t]{1,4}(?:(?:-\w|["']?%s(?:\\n)?["']?)[ \t]{1,4})?(?:"([^"\n]{4,256})"|'([^'\n]{4,256})'|([^\s"'|]{4,256}))[ \t]{0,4}\|[ \t](?:[^\n|;&]{1,200}[ \t])?)(?:--password-stdin|--stdin|sudo -S|secrets? (?:put|create|set)\b|env add\b)/dg,
  ],
  'secure-string': [
    'convertto-securestring',
    /\bConvertTo-SecureString[ \t]{1,4}(?:-(?:String|AsPlainText|Force)[ \t]{1,4}){0,3}(?:"([^"\n]{1,256})"|'([^'\n]{1,256})'|([^\s"'$(<-]\S{2,256}))/dgi,
  ],
  'piped-secure-string': [
    'convertto-securestring',
    /(?<=(?:"([^"\n]{1,256})"|'([^'\n]{1,256})')[ \t]{0,4}\|[ \t]{0,4})ConvertTo-SecureString/dgi,
  ],
  // `ipsec.secrets`
  'shared-key': ['psk|eap|xauth', /:[ \t]{0,4}(?:PSK|EAP|XAUTH)[ \t]{1,4}"([^"\n]{1,256})"/dg],
  // Routers and switches: the digit says how the password is written.
  'device-password': [
    'password |secret ',
    /\b(?:password|secret)[ \t](?:7[ \t]([\dA-F]{6,128})|[4589][ \t](\$\d{1,2}\$\S{8,256}))(?!\S)/dg,
  ],
  'settings-line': [
    'requirepass|masterauth|bindpw|rootpw|bindpassword|wpa-psk',
    /\b(?:requirepass|masterauth|bindpw|rootpw|AuthLDAPBindPassword|wpa-psk)[ \t]{1,8}["']?(?!exec:)([^\s"']{4,256})/dg,
  ],
};

/** Finds secrets in the options of well-known programs and in their settings files. */
export const commandLines = [
  ...commandOptions,
  ...Object.entries(LINES).map(([id, [needs, pattern]]) =>
    shapeRule(id, 'command-line', needs, pattern),
  ),
];
