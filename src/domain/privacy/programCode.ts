import type { Value } from './readValue.js';

/** A name, and a path of names: what stands for a value in code. */
const NAME = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/;
/**
 * The start of an expression that reads on behind the value: a literal of an object or list, a call of a method, the
 * parameters of a function, a slice.
 */
const BEGINS_EXPRESSION =
  /^(?:\{[A-Za-z_$][\w$]*(?::|,|$)|[{(]["'`{[(]|\[["'`{(]|\[[A-Za-z_$][\w$]*$|\([A-Za-z_$][\w$]*(?:[.,)(]|$)|\(\d{1,3}(?:,|$)|[A-Za-z_$][\w$]{0,2}\}\)|!{1,2}[\w$]|\d{1,3}\]=|case["']|[A-Za-z_$][\w$]{0,2}(?:\}|&&)|[\w$.]{1,40}=[\w$.]{1,40}=|\/[\^[(]|function\b|(?:this|self|cls)\.\w+\(|[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+\(|[A-Za-z_$][\w$.]*\[[A-Za-z_$][\w$]*\.\w+\(|[A-Za-z_$][\w$.]*(?:\[|\[-?\w*:-?[\w.()]*\].*)$|[A-Za-z_$][\w$]*\(\(?[\w$,]*\)?=>|[A-Za-z_$][\w$]{0,2}=(?:![01]|null|\{|\[|""|''))/;
/** `Keyword.Type` */
const PATH_OF_TYPES = /^[A-Z][A-Za-z]*(?:\.[A-Z][A-Za-z]*)+$/;
/** On the line before the key: a declaration, a member, the parts of a pattern. */
const DECLARES =
  /(?:\b(?:const|let|var|val)[ \t]+[\w$[{][\w$[{, \t]{0,40}|\b(?:this|self|cls|super)\.[\w$.]*|\breadonly[ \t]+[\w$]*|\.push\(\{[\w$]*)$/;
/** Behind the value: an operator, the rest of a call, the body of a function. */
const GOES_ON =
  /^[ \t]*(?:\?\?|\?[ \t]|[=!]==?|=>|&&|\|\||[+*%=][ \t]|\)[ \t]*(?:[:{]|=>|->)|\)?\.\w|\[)|^[ \t]+(?:if|and|or|in|not|else|for)[ \t]/;
const ENDS_STATEMENT = /^;?[ \t\r]*$/;

/** True when an unquoted value is an expression of a program: it reads, makes or names the secret, but is none. */
export function isExpression(
  { text, next }: Value,
  { before, spaced, connector }: { before: string; spaced: boolean; connector: string },
): boolean {
  if (BEGINS_EXPRESSION.test(text)) return true;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (isDense(line)) return !/\d/.test(text) || (text.length <= 4 && NAME.test(text));
  if (!NAME.test(text)) return false;
  if (/^[^\d]*$/.test(text) && (DECLARES.test(line) || (spaced && GOES_ON.test(next)))) return true;
  if (connector === 'colon') return /^;[ \t\r]*$|^\)[;:]|^\)[ \t]*[:{=]/.test(next) && spaced;
  if (!spaced) return false;
  if (PATH_OF_TYPES.test(text)) return true;
  // What stands before the key is cut: only a shorter line is seen from its beginning.
  const isIndented = line.length < 80 && /^[ \t]{2,}[\w$., =[\]]*$/.test(line);
  const isStatement = isIndented || (next.startsWith(';') && ENDS_STATEMENT.test(next));
  return isStatement && ENDS_STATEMENT.test(next) && !/\d/.test(text);
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
