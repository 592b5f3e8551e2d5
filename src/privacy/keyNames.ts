import { KEY_WORDS, keyWords } from './keyWords.js';

const escaped = (word: string) =>
  word.replace(/[.']/g, String.raw`\$&`).replaceAll(' ', String.raw`[_\- .]?`);
/** Words of letters that others may follow in a word: not where another letter stands before them (`autoclave`). */
const alone = (words: readonly string[]) =>
  `(?<![A-Za-z\u00c0-\u024f])(?:${words.map(escaped).join('|')})`;
const unique = (words: readonly string[]) => [...new Set(words)];

const PASSWORDS = unique(keyWords('passwords'));
const OTHERS = unique(keyWords('others'));
const OF_KEYS =
  'api application app private access secret signing encryption decryption aes cipher account shared auth master consumer hmac'.split(
    ' ',
  );
const OF_PASS =
  'db user smtp mail mysql pg postgres redis admin root ftp ssh proxy auth become sudo'.split(' ');
const isLatin = (word: string) => /^[ -~\u00c0-\u024f]+$/.test(word);

/*
 * The names of secrets. Each also matches at the end of a longer name (`DB_PASSWORD`, `clientSecret`, `X-Api-Key`).
 * Names of two words come before their parts. A .NET `PublicKeyToken` is no secret, and
 * `existingSecret` names one. All repetitions are bounded.
 * What stands before a name is looked at behind it: the engine skips places by how a name begins, which halves the time.
 */
const NAMES = [
  String.raw`(?:${OF_KEYS.join('|')})[_\- .]?key(?:[_-]?base)?`,
  String.raw`client[_\- .]?(?:secret|key[_-]?data)`,
  String.raw`(?:role|secret)[_\- .]?id`,
  String.raw`pass(?:[_\- ]?word|wd|[_\- ]?phrase|code|w(?![a-z]))`,
  String.raw`p(?:swd|sw(?![a-z])|word(?<![a-z]pword)|/w(?<![\w/]p/w))`,
  String.raw`pwd|token(?<!publickeytoken)|secret(?<!(?:existing|pull|tls)[_-]?secret)|\bpsk`,
  `(?:${OF_PASS.join('|')})_?pass`,
  `pw(?:(?<=[_"'-]pw)|(?<![A-Za-z]pw)(?=[:=]|[ \\t](?:is|was|for)[ \\t]|[ \\t](?:=[ \\t])?[^\\s\\d]{0,40}\\d))`,
  alone(PASSWORDS.filter(isLatin)),
  `(?<!palabra[ -])${alone(OTHERS)}`,
  PASSWORDS.filter((word) => !isLatin(word))
    .map(escaped)
    .join('|'),
];
const KEY = new RegExp(NAMES.join('|'), 'gi');

const IS_PASSWORD = new RegExp(
  `^(?:.*(?:pass|p/?w|psw|psk).*|${PASSWORDS.map(escaped).join('|')})$`,
  'i',
);

/** Whether the name means a password, rather than a token or something that only may be secret. */
export const namesPassword = (name: string): boolean => IS_PASSWORD.test(name);

const AMBIGUOUS = new RegExp(`^(?:${OTHERS.map(escaped).join('|')})$`, 'i');

/** Whether the name also means something else, so that one plain word behind it is none. */
export const isAmbiguous = (name: string): boolean => AMBIGUOUS.test(name);

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

/** Letters of which Unicode has a further form that the flag `i` takes for the same, and what stands between words. */
const OTHER_FORMS = /[вдостъѣ '.-]/;

/** The longest part of a word that stands in every spelling of it. */
function literalOf(word: string): string {
  const parts = word.split(OTHER_FORMS);
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** A blank in a name of two words may also be another sign, or nothing. */
export const spellingsOf = (name: string): readonly string[] =>
  unique(['', ' ', '_', '-', '.'].map((by) => name.replaceAll(' ', by)));

/** Not `key` and `pass` alone, which usual texts hold: all keys would be looked for in them. */
const OF_NAMES = [
  ...'passw|passcode|_pass|pwd|_pw|-pw|"pw|\'pw|pw:|pw=|pw |pw\t|token|secret|psk|psw|pword|p/w'.split(
    '|',
  ),
  ...[...OF_KEYS, 'client'].flatMap((word) => spellingsOf(`${word} key`)),
  ...['pass word', 'pass phrase', 'role id'].flatMap(spellingsOf),
  ...OF_PASS.map((word) => `${word}pass`),
];
const OF_WORDS = Object.values(KEY_WORDS).flatMap(
  ({ passwords, others, literals }) =>
    literals?.split('|') ??
    [passwords, others].flatMap((words) => words?.split('|').map(literalOf) ?? []),
);

/** Every name contains at least one of these literals (lower case), so a text without any has no key. */
export const KEY_LITERALS = unique([...OF_NAMES, ...OF_WORDS]);
