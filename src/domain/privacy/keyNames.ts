/*
 * The names of secrets. Each also matches at the end of a longer name (`DB_PASSWORD`, `clientSecret`, `X-Api-Key`).
 * Names of two words come before their parts. A .NET `PublicKeyToken` is no secret. All repetitions are bounded.
 */
const NAMES = [
  String.raw`(?:api|app(?:lication)?|private|access|secret|signing|(?:en|de)cryption|account|shared|auth|master|consumer|hmac)[_\- .]?key(?:[_-]?base)?`,
  String.raw`client[_\- .]?(?:secret|key[_-]?data)`,
  String.raw`(?:role|secret)[_\- .]?id`,
  String.raw`pass(?:[_\- ]?word|wd|[_\- ]?phrase|code)`,
  String.raw`pwd|(?<!publickey)token|secret|\bpsk`,
  '(?:db|user|smtp|mail|mysql|pg|postgres|redis|admin|root|ftp|ssh|proxy|auth|become|sudo)_?pass',
  `(?<=[_"'-])pw|(?<![A-Za-z])pw(?=[:=])`,
  String.raw`contrase(?:ñ|n)a|\bsenha|passwort|kennwort|mot de passe|wachtwoord|has[łl]o|пароль|密[码碼]|パスワード|비밀번호`,
];
const KEY = new RegExp(NAMES.join('|'), 'gi');

/** A key in a text: its name and its UTF-16 offsets (`end` exclusive). */
export interface Key {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The keys of a text in order, including those inside others (`secret key` in `client secret key`). */
export function keysIn(text: string): Key[] {
  const keys: Key[] = [];
  KEY.lastIndex = 0;
  for (let key = KEY.exec(text); key !== null; key = KEY.exec(text)) {
    keys.push({ name: key[0], start: key.index, end: KEY.lastIndex });
    KEY.lastIndex = key.index + 1;
  }
  return keys;
}

/** Every name contains at least one of these literals (lower case), so a text without any has no key. */
export const KEY_LITERALS = [
  'key',
  'pass',
  'pwd',
  '_pw',
  '-pw',
  '"pw',
  "'pw",
  'pw:',
  'pw=',
  'token',
  'secret',
  'psk',
  'role_id',
  'role-id',
  'role id',
  'role.id',
  'roleid',
  'contrase',
  'senha',
  'kennwort',
  'mot de',
  'wachtwoord',
  'hasło',
  'haslo',
  // Not the whole word: the `i` flag also matches other Unicode forms of some of its letters.
  'пар',
  '密',
  'パスワード',
  '비밀번호',
];
