const LITERAL = /^[^\s(){}[\]<>;|`\\]{1,40}$/;
const PHRASE = /^[\w!@#$%^&*.,' -]{1,40}$/;
const CAMEL_CASE_OR_CONSTANT =
  /^(?:[A-Za-z]+[a-z][A-Z]\w*|[A-Z][a-z]+|[A-Z]+|[A-Za-z]+(?:[_.-]\w+){2,})$/;
const QUOTED = /([\w-]*)["'`)\]]{0,3}\s{0,4}[:=(,]{1,3}>?\s{0,4}([urb]?["'`]|&quot;)$/;
/** A header, an option, a query, a line of a settings file: not an assignment of a program. */
const NAMED = /(?:^|[\s"'`?&#;/-])(?:[\w-]*(?:pass(?:word|wd|phrase|code)?))(?:=|:[ \t]?|[ \t])$/i;
const OPTION = /[ \t](?:-[pP]|--[\w-]+)[ \t=]$/;
const SCHEME = /\b(?:bearer|basic|token)[ \t]$/i;
const ENDS = /^(?:$|[\s&"'`#<]|\\n|[.,)](?:\s|$))/;

/**
 * Whether a find is what somebody wrote as a credential, however weak: the user and password of an address, a literal in
 * quotes behind the name of a secret (`password: 'hunter2'`), what follows the scheme of a header (`Bearer abc123`), and a
 * plain word behind `password=`, `password:`, `-p`. Without quotes an assignment of a program is none (`password = value`), and
 * in quotes behind `token` or `key` neither are names of a program and sentences. `start` and `end` are the find's place.
 */
export function isLiteralCredential(text: string, start: number, end: number): boolean {
  const found = text.slice(start, end);
  const before = text.slice(Math.max(0, start - 80), start);
  const after = text.slice(end, end + 8);
  if (/^[^\s:@/]*:[^\s@]+$/.test(found) && after.startsWith('@')) return true;
  const [, name = '', quote] = QUOTED.exec(before) ?? [];
  if (quote !== undefined && after.startsWith(quote.replace(/^[urb]/, ''))) {
    return /pass|pwd/i.test(name)
      ? PHRASE.test(found)
      : LITERAL.test(found) && !CAMEL_CASE_OR_CONSTANT.test(found);
  }
  if (!LITERAL.test(found) || !ENDS.test(after)) return false;
  return [NAMED, OPTION, SCHEME].some((form) => form.test(before));
}
