/**
 * The letters that often follow a letter in English words and in the names of code: the 200 most frequent pairs of 16,639
 * engineering notes, of which they are 96 %.
 */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'bcdgilmnprstu',
  b: 'aelou',
  c: 'aehiklorstu',
  d: 'adeiosu',
  e: 'acdefglmnprstvwx',
  f: 'aeilor',
  g: 'ehiru',
  h: 'aeio',
  i: 'acdefglmnoprstvxz',
  j: 'e',
  k: 'e',
  l: 'adeilostuy',
  m: 'aeimop',
  n: 'acdefgiost',
  o: 'acdfgjlmnoprstuvw',
  p: 'adeiloprsty',
  q: 'u',
  r: 'acdefikmnorstuvy',
  s: 'acehiopstuy',
  t: 'acehiorstuy',
  u: 'degilmnprst',
  v: 'aei',
  w: 'ahio',
  x: 'e',
  y: 'np',
  z: '',
};

/** 1 for each frequent pair. */
const FREQUENT = new Uint8Array(32 * 32);
for (const [first, others] of Object.entries(FOLLOWERS)) {
  for (const second of others) FREQUENT[pairOf(first.charCodeAt(0), second.charCodeAt(0))] = 1;
}

/** About how many tokens a word of the letters a to z takes, its first one perhaps a capital. */
export function wordTokens(word: string): number {
  let tokens = 1 + Math.floor((word.length - 1) / 9);
  let last = word.charCodeAt(0);
  for (let i = 1; i < word.length; i += 1) {
    const next = word.charCodeAt(i);
    // Tokens end here: those of random letters have one or two of them.
    if (FREQUENT[pairOf(last, next)] !== 1) tokens += 1;
    last = next;
  }
  return tokens;
}

/** A number for each two letters. The last five bits of a letter are those of its capital. */
function pairOf(first: number, second: number): number {
  return (first & 31) * 32 + (second & 31);
}
