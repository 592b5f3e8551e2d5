import { KEY_WORDS } from './keyWords.js';

/** What can be said of a password without saying it: "the password is wrong". */
const STATES = new Set(
  (
    'about above absent accepted active again alive allowed alright already also always ambiguous another anything ' +
    'around automatic available away awful bad base64 based basic because before below better blank both broken by ' +
    'cached case case-insensitive case-sensitive chosen clear clear-text cleartext common complete complex correct ' +
    'corrupt current customizable default different distinct done easy either empty encoded enough equal equivalent ' +
    'even evident exact expected expired external false falsy truthy undefined null nil fine first fixed for free fresh from frozen further given ' +
    'going gone good great hard hash here hidden human-readable ideal identical immutable important in incorrect ' +
    'inconsistent independent inside insecure insufficient intact internal invalid irrelevant it just kept known last ' +
    'less local locked long longer lost low mandatory masked maybe meaningless missing more most mutable near needed ' +
    'never new next none not nothing now null numeric obsolete obvious off okay old once only open optional other ours ' +
    'out outdated over part pending perfect permanent persistent plain plain-text plaintext possible present private ' +
    'probably public quite random raw read read-only ready real really recent redundant relevant right safe salted ' +
    'same secret secure sent separate set shared short shown similar simple simply single so something somewhere ' +
    'soon still stale static strong stuck subject such sufficient superfluous sure temporary text that the their them ' +
    'then there therefore this those time to too transient transparent trivial true two typed unclear under unique ' +
    'unknown unset unsafe up used useless user usually valid verbatim via visible weak weaker what when where whether ' +
    'which with within without write-only written wrong yet yours'
  ).split(' '),
);
/** Participles, adverbs and adjectives. */
const SAYS_HOW =
  /(?:ed|ing|ly|able|ible|ive|ory|ful|less|ous|ional|ical|cient|encrypted|protected|specific|dependent|only)$/;

/** Whether a word says how something is, or leads on to that. */
export function isState(word: string): boolean {
  const lower = word.toLowerCase();
  return STATES.has(lower) || SAYS_HOW.test(lower);
}

const INSTEAD = KEY_WORDS.flatMap(({ instead }) => instead?.split(' ') ?? []);
const WHOLE = new Set(INSTEAD);
const STEMS = INSTEAD.filter((word) => word.endsWith('-')).map((word) => word.slice(0, -1));

/** Whether a word, in one of the languages, stands where a password would: "password: required", "Passwort: siehe Tresor". */
export function standsInstead(word: string): boolean {
  const lower = word.toLowerCase().replace(/\p{P}+$/u, '');
  return WHOLE.has(lower) || STEMS.some((stem) => lower.startsWith(stem));
}
