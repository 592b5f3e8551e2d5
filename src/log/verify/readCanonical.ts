/** What `read` gives up with, made once: its stack says nothing. */
const UNSURE = new Error('not canonical at first sight');

// Characters and escapes of strings as JSON.stringify writes them; `\u0007` and its like are left to it.
const STRING =
  /[ !#-[\]-\ud7ff\ue000-\uffff]*(?:(?:\\["\\bfnrt]|[\ud800-\udbff][\udc00-\udfff])[ !#-[\]-\ud7ff\ue000-\uffff]*)*"/y;
/** Whole numbers that no rounding touches, so not the -0 that would be written as 0. */
const NUMBER = /(?:0|-?[1-9]\d{0,14})(?=[,\]}])/y;
const [QUOTE, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 93, 123, 125];

// What is read, and how far. Not in an object or a closure: a log has millions of bodies.
let text = '';
let at = 0;
let kept: readonly string[] | undefined;

/**
 * The object or list that a text holds in canonical JSON: members in order of their names, nothing that could be
 * left out or written shorter. Undefined where that cannot be seen in one quick pass; then the text may still be
 * canonical, and has to be parsed and written anew to be sure. With `keep` members of other names are looked at
 * and left out: most of the time goes into making them.
 */
export function readCanonical(json: string, keep?: readonly string[]): unknown {
  text = json;
  at = 0;
  kept = keep;
  try {
    const value = read(true);
    return at === text.length ? value : undefined;
  } catch (error) {
    if (error === UNSURE) return undefined;
    throw error;
  }
}

function read(wanted: boolean): unknown {
  switch (text.charCodeAt(at)) {
    case QUOTE:
      return readString(wanted);
    case OPEN:
      return readObject();
    case OPEN_LIST:
      return readList(wanted);
    case 110:
      return readWord('null', null);
    case 116:
      return readWord('true', true);
    case 102:
      return readWord('false', false);
    default:
      return Number(readToken(NUMBER));
  }
}

function readObject(): unknown {
  const members: Record<string, unknown> = {};
  at += 1;
  if (skip(CLOSE)) return members;
  let before: string | undefined;
  for (;;) {
    if (text.charCodeAt(at) !== QUOTE) throw UNSURE;
    const name = readName();
    // Assigned, the second would be no member.
    if ((before !== undefined && name <= before) || name === '__proto__') throw UNSURE;
    before = name;
    if (!skip(COLON)) throw UNSURE;
    const wanted = kept === undefined || kept.includes(name);
    const value = read(wanted);
    if (wanted) members[name] = value;
    if (skip(CLOSE)) return members;
    if (!skip(COMMA)) throw UNSURE;
  }
}

function readList(wanted: boolean): unknown {
  const items: unknown[] = [];
  at += 1;
  if (skip(CLOSE_LIST)) return items;
  for (;;) {
    items.push(read(wanted));
    if (skip(CLOSE_LIST)) return items;
    if (!skip(COMMA)) throw UNSURE;
  }
}

/** The name of a member: most are letters and `_`, which is seen sooner than by a search. */
function readName(): string {
  let end = at + 1;
  let letter = text.charCodeAt(end);
  while ((letter >= 97 && letter <= 122) || letter === 95) {
    end += 1;
    letter = text.charCodeAt(end);
  }
  if (letter !== QUOTE) return readString(true);
  const name = text.slice(at + 1, end);
  at = end + 1;
  return name;
}

/** '' for a string that is not wanted. */
function readString(wanted: boolean): string {
  const start = at;
  at += 1;
  STRING.lastIndex = at;
  if (!STRING.test(text)) throw UNSURE;
  at = STRING.lastIndex;
  if (!wanted) return '';
  const inside = text.slice(start + 1, at - 1);
  return inside.includes('\\') ? JSON.parse(text.slice(start, at)) : inside;
}

function readToken(token: RegExp): string {
  const start = at;
  token.lastIndex = at;
  if (!token.test(text)) throw UNSURE;
  at = token.lastIndex;
  return text.slice(start, at);
}

function readWord<T>(word: string, value: T): T {
  if (!text.startsWith(word, at)) throw UNSURE;
  at += word.length;
  return value;
}

function skip(character: number): boolean {
  if (text.charCodeAt(at) !== character) return false;
  at += 1;
  return true;
}
