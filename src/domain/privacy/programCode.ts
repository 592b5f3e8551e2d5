import { namesPassword } from './keyNames.js';
import type { KeyValuePair } from './keyValuePair.js';
import type { Value } from './readValue.js';

/** A name, and a path of names: what stands for a value in code. */
const NAME = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/;
/**
 * The start of an expression that reads on behind the value: a literal of an object or list, a call of a method, the
 * parameters of a function, a slice.
 */
const BEGINS_EXPRESSION =
  /^(?:\{[A-Za-z_$][\w$]*(?::|,|$)|[{(]["'`{[(]|\[["'`{(]|\[[A-Za-z_$][\w$]*$|\([A-Za-z_$][\w$]*(?:[.,)(]|$)|\(\d{1,3}(?:,|$)|[A-Za-z_$][\w$]{0,2}\}\)|!{1,2}[\w$]|\d{1,3}\]=|case["']|[A-Za-z_$][\w$]{0,2}(?:\}|&&)|[\w$.]{1,40}=[\w$.]{1,40}=|\/[\^[(]|function\b|(?:this|self|cls)\.\w+\(|[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+\(|[A-Za-z_$][\w$.]*\[[A-Za-z_$][\w$]*\.\w+\(|[A-Za-z_$][\w$.]*(?:\[|\[-?\w*:-?[\w.()]*\].*)$|[A-Za-z_$][\w$]*\(\(?[\w$,]*\)?=>|[A-Za-z_$][\w$]{0,2}=(?:![01]|null|\{|\[|""|'')|\[\]\*?[A-Za-z][\w.]*\{|[A-Za-z_$][\w$]*\.<[a-z]+$|[A-Za-z_$][\w$.]*\([A-Za-z_$][\w$.]*\(|\[\]\w+\(|\[[a-z]+=|_\w+\.\w+$|[A-Za-z]\w*_\d{1,2}\.[a-z]+$|map\[\w*\]|[A-Z]\w*<\{|[A-Za-z_$][\w$.]*\)\(|&?(?:\w+\.){0,2}[A-Z]\w*\{$|[A-Z]\w*\{[A-Za-z_]\w*$|[A-Za-z_$][\w$.]*;(?:break|case|const|for|if|let|return|this|throw|var)\b)/;
/** `Keyword.Type` */
const PATH_OF_TYPES = /^[A-Z][A-Za-z]*(?:\.[A-Z][A-Za-z]*)+$/;
/** `f[i+1]`, `pwd[len(root):]`, `utf8_dup(value)`: an index, a slice, a call whose name may hold digits. */
const INDEX_OR_CALL =
  /^[A-Za-z_$][\w$.]*(?:\[[\w$.()+*: -]*\]?|\([A-Za-z_$][\w$.]*(?:,[\w$.]*)?\)?)$/;
/** `arm.C_WBIT` */
const QUALIFIED_CONSTANT = /^[A-Za-z]\w*\.[A-Z][A-Z_]+$/;
/** `token: jwt.Jwt | undefined` */
const QUALIFIED_TYPE = /^[a-z]\w*\.[A-Z]\w*$/;
/** `username, password = un, pw`: what stands before the key, and behind the value. */
const TUPLE = /(?:^|[ \t])[\w.]+,[ \t]*$/;
const REST_OF_TUPLE = /^,[ \t]*[\w.]+[ \t\r]*$/;
/** `exports.ER_MUST_CHANGE_PASSWORD = 1820`: the number of an error. */
const EXPORTS = /\bexports\.\w*$/;
/** `&Key{Private: private, …}`: what stands before a member of a literal of a type. */
const IN_LITERAL = /\w\{[^{}"'`]*$/;
/** On the line before the key: a declaration, a member, the parts of a pattern. */
const DECLARES =
  /(?:(?<!-)\b(?:const|let|var|val)[ \t]+[\w$[{][\w$[{, \t]{0,40}|\b(?:this|self|cls|super)\.[\w$.]*|\breadonly[ \t]+[\w$]*|\.push\(\{[\w$]*)$/;
/** Behind the value: an operator, the rest of a call, the body of a function. */
const GOES_ON =
  /^[ \t]*(?:\?\?|\?[ \t]|[=!]==?|=>|&&|\|\||[+*%=][ \t]|\)[ \t]*(?:[:{]|=>|->)|\)?\.\w|\[)|^[ \t]+(?:if|and|or|in|not|else|for)[ \t]/;
const ENDS_STATEMENT = /^;?[ \t\r]*$/;

/** True when an unquoted value is an expression of a program: it reads, makes or names the secret, but is none. */
export function isExpression(
  { text, next }: Value,
  { before, spaced, connector, key }: Pick<KeyValuePair, 'before' | 'spaced' | 'connector' | 'key'>,
): boolean {
  if (beginsExpression(text)) return true;
  if (spaced && connector !== 'colon' && INDEX_OR_CALL.test(text)) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (isDense(line)) return !/\d/.test(text) || (text.length <= 4 && NAME.test(text));
  if (/^\d{1,6}$/.test(text) && spaced && EXPORTS.test(line)) return true;
  if (!NAME.test(text)) return false;
  if (/^[^\d]*$/.test(text) && (DECLARES.test(line) || (spaced && GOES_ON.test(next)))) return true;
  if (spaced && QUALIFIED_CONSTANT.test(text)) return true;
  if (connector === 'colon' && spaced && IN_LITERAL.test(line) && !/\d/.test(text)) return true;
  if (spaced && QUALIFIED_TYPE.test(text) && /^[ \t]*[|)]/.test(next)) return true;
  if (TUPLE.test(line) && REST_OF_TUPLE.test(next)) return true;
  if (connector === 'colon' && isMemberOfObject(line, key, text, next)) return true;
  if (connector === 'colon') return /^;[ \t\r]*$|^\)[;:]|^\)[ \t]*[:{=]/.test(next) && spaced;
  if (!spaced) return false;
  if (PATH_OF_TYPES.test(text)) return true;
  // What stands before the key is cut: only a shorter line is seen from its beginning.
  const isIndented = line.length < 80 && /^(?:\t|[ \t]{2})[\w$., \t=[\]]*$/.test(line);
  const isStatement = isIndented || (next.startsWith(';') && ENDS_STATEMENT.test(next));
  return isStatement && ENDS_STATEMENT.test(next) && !/\d/.test(text);
}

/** True when no more than the start of a value is needed to see that it is an expression. */
export const beginsExpression = (text: string): boolean => BEGINS_EXPRESSION.test(text);

/**
 * `  token: tok,` on a line of its own, or `{ token: response.body }`: in an object of a program, values without quotes are
 * names. Behind the name of a password only one that is made of several words is surely none.
 */
function isMemberOfObject(line: string, key: string, text: string, next: string): boolean {
  if (/\d/.test(text.replace(/\d$/, ''))) return false;
  const isOfWords = /[a-z][A-Z]|\w\.\w/.test(text);
  if (/^[ \t]+[\w$]*$/.test(line) && /^,[ \t\r]*$/.test(next))
    return isOfWords || !namesPassword(key);
  const isName = text.includes('.') || (isOfWords && !namesPassword(key));
  return isName && /[{,][ \t]*[\w$]*$/.test(line) && /^[ \t]*\}/.test(next);
}

/** Code without blanks, as bundlers write it. */
function isDense(line: string): boolean {
  const head = line.slice(-60);
  return (
    head.length === 60 &&
    (head.match(/\s/g)?.length ?? 0) <= 6 &&
    (head.match(/[(){}]/g)?.length ?? 0) + 2 * (head.match(/:[\w$]{1,2},/g)?.length ?? 0) >= 3
  );
}
