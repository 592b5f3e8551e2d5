import { hasDigitAndLetter, looksChosen } from './isSecretValue.js';
import { looksRandom } from './looksRandom.js';
import { isNameOfSecret, type Shape } from './shape.js';

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
export const COMMAND_OPTIONS: readonly Row[] = [
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
