import { namesPassword } from './keyNames.js';
import type { Candidate } from './keyValuePair.js';

/** A name, and a path of names: what stands for a value in code. */
const PATH_OF_NAMES = /^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*$/;
/** How expressions begin that read on behind the value, one a line. */
const BEGINNINGS = new RegExp(
  `^(?:${[
    // Literals of objects and lists: `{name:`, `("…`, `[name`, `[]string{`, `map[string]`, `Key{`, `Map<{`
    String.raw`\{[A-Za-z_$][\w$]*(?::|,|$)`,
    '[{(]["\'`{[(]',
    '\\[["\'`{(]',
    String.raw`\[[A-Za-z_$][\w$]*$`,
    String.raw`\[[a-z]+=`,
    String.raw`\[\]\*?[A-Za-z][\w.]*\{|\[\]\w+\(|map\[\w*\]`,
    String.raw`[A-Z]\w*<\{|&?(?:\w+\.){0,2}[A-Z]\w*\{$|[A-Z]\w*\{[A-Za-z_]\w*$`,
    // Parameters and calls: `(name,`, `(1,`, `function`, `this.name(`, `a.b(`, `name(name(`, `name)(`, `name=>`
    String.raw`\([A-Za-z_$][\w$]*(?:[.,)(]|$)|\(\d{1,3}(?:,|$)`,
    String.raw`function\b|[A-Za-z_$][\w$]*\(\(?[\w$,]*\)?=>`,
    String.raw`(?:this|self|cls)\.\w+\(|[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)+\(`,
    String.raw`[A-Za-z_$][\w$.]*\([A-Za-z_$][\w$.]*\(|[A-Za-z_$][\w$.]*\)\(`,
    // An index, a slice, a generic call: `name[i.`, `name[`, `name[-1:]`, `name.<type`
    String.raw`[A-Za-z_$][\w$.]*\[[A-Za-z_$][\w$]*\.\w+\(|[A-Za-z_$][\w$]*\.<[a-z]+$`,
    String.raw`[A-Za-z_$][\w$.]*(?:\[|\[-?\w*:-?[\w.()]*\].*)$`,
    // Bundled code: `!0`, `1]=`, `e})`, `e}`, `e&&`, `a=b=`, `t=null`, `e;return`, `case"`, `_a.b`, `Type_1.name`
    String.raw`!{1,2}[\w$]|\d{1,3}\]=|case["']|[A-Za-z_$][\w$]{0,2}(?:\}\)|\}|&&)`,
    String.raw`[\w$.]{1,40}=[\w$.]{1,40}=|[A-Za-z_$][\w$]{0,2}=(?:![01]|null|\{|\[|""|'')`,
    String.raw`[A-Za-z_$][\w$.]*;(?:break|case|const|for|if|let|return|this|throw|var)\b`,
    String.raw`_\w+\.\w+$|[A-Za-z]\w*_\d{1,2}\.[a-z]+$`,
    // A regular expression: `/[^`
    String.raw`\/[\^[(]`,
  ].join('|')})`,
);
/** An arrow function, a regular expression, a property, in an assignment. */
const ASSIGNED =
  /^(?:\((?:[A-Za-z_$][A-Za-z_$]*[:,?]?)?|\/[^/]*[\\[(|^].*\/[a-z]{0,8}|[a-z_$][A-Za-z_$]*(?:\.[A-Za-z_$]{2,}){1,4})$/;
/** `f[i+1]`, `pwd[len(root):]`, `utf8_dup(value)`: an index, a slice, a call whose name may hold digits. */
const INDEX_OR_CALL =
  /^[A-Za-z_$][\w$.]*(?:\[[\w$.()+*: -]*\]?|\([A-Za-z_$][\w$.]*(?:,[\w$.]*)?\)?)$/;
/** Before the key: a declaration, a member, the parts of a pattern. */
const DECLARES =
  /(?:(?<!-)\b(?:const|let|var|val)[ \t]+[\w$[{][\w$[{, \t]{0,40}|\b(?:this|self|cls|super)\.[\w$.]*|\breadonly[ \t]+[\w$]*|\.push\(\{[\w$]*)$/;
/** Behind the value: an operator, the rest of a call, the body of a function. */
const GOES_ON =
  /^[ \t]*(?:\?\?|\?[ \t]|[=!]==?|=>|&&|\|\||[+*%=][ \t]|\)[ \t]*(?:[:{]|=>|->)|\)?\.\w|\[)|^[ \t]+(?:if|and|or|in|not|else|for)[ \t]/;
const ENDS_STATEMENT = /^;?[ \t\r]*$/;

const hasDigit = (text: string) => /\d/.test(text);

type Test = (candidate: Candidate) => boolean;

/** In dense code a name with digits may be a secret, whatever stands around it. */
const outsideDenseCode = (tests: Readonly<Record<string, Test>>): Readonly<Record<string, Test>> =>
  Object.fromEntries(
    Object.entries(tests).map(([name, test]) => [
      name,
      (candidate) => test(candidate) && !isDense(candidate.line),
    ]),
  );

const IN_CODE_WITH_BLANKS = outsideDenseCode({
  // `exports.ER_MUST_CHANGE_PASSWORD = 1820`
  'the number of an error': ({ text, line, spaced }) =>
    spaced && /^\d{1,6}$/.test(text) && /\bexports\.\w*$/.test(line),
  'a name that is declared or goes on': ({ text, line, next, spaced }) =>
    PATH_OF_NAMES.test(text) &&
    !hasDigit(text) &&
    (DECLARES.test(line) || (spaced && GOES_ON.test(next))),
  // `arm.C_WBIT`, `jwt.Jwt | undefined`, `Keyword.Type`
  'a constant or a type of a module': ({ text, next, spaced, connector }) =>
    spaced &&
    (/^[A-Za-z]\w*\.[A-Z][A-Z_]+$/.test(text) ||
      (/^[a-z]\w*\.[A-Z]\w*$/.test(text) && /^[ \t]*[|)]/.test(next)) ||
      (connector !== 'colon' && /^[A-Z][A-Za-z]*(?:\.[A-Z][A-Za-z]*)+$/.test(text))),
  // `username, password = un, pw`
  'part of a tuple': ({ text, line, next }) =>
    PATH_OF_NAMES.test(text) &&
    /(?:^|[ \t])[\w.]+,[ \t]*$/.test(line) &&
    /^,[ \t]*[\w.]+[ \t\r]*$/.test(next),
  'a member of an object': (candidate) =>
    candidate.connector === 'colon' && PATH_OF_NAMES.test(candidate.text) && isMember(candidate),
  // What stands before the key is cut: only a shorter line is seen from its beginning.
  'all of a statement': ({ text, line, next, spaced, connector }) =>
    PATH_OF_NAMES.test(text) &&
    spaced &&
    connector !== 'colon' &&
    !hasDigit(text) &&
    ENDS_STATEMENT.test(next) &&
    (next.startsWith(';') || (line.length < 80 && /^(?:\t|[ \t]{2})[\w$., \t=[\]]*$/.test(line))),
});

/** What shows that an unquoted value is an expression of a program: it reads, makes or names the secret, but is none. */
export const EXPRESSIONS = {
  'begins an expression': ({ text }: Candidate) => BEGINNINGS.test(text),
  'an expression that is assigned': ({ text, spaced, connector }: Candidate) =>
    spaced &&
    ((connector === 'assigned' && ASSIGNED.test(text)) ||
      (connector !== 'colon' && INDEX_OR_CALL.test(text))),
  // Code without blanks, as bundlers write it.
  'in dense code': ({ text, line }: Candidate) =>
    isDense(line) && (!hasDigit(text) || (text.length <= 4 && PATH_OF_NAMES.test(text))),
  ...IN_CODE_WITH_BLANKS,
};

/**
 * `  token: tok,` on a line of its own, `{ token: response.body }` or `&Key{Private: private, …}`: in an object of a program,
 * values without quotes are names. Behind the name of a password only one that is made of several words is surely none.
 */
function isMember({ key, text, line, next, spaced }: Candidate): boolean {
  if (spaced && !hasDigit(text) && /\w\{[^{}"'`]*$/.test(line)) return true;
  if (spaced && /^;[ \t\r]*$|^\)[;:]|^\)[ \t]*[:{=]/.test(next)) return true;
  if (hasDigit(text.replace(/\d$/, ''))) return false;
  const isOfWords = /[a-z][A-Z]|\w\.\w/.test(text);
  if (/^[ \t]+[\w$]*$/.test(line) && /^,[ \t\r]*$/.test(next))
    return isOfWords || !namesPassword(key);
  const isName = text.includes('.') || (isOfWords && !namesPassword(key));
  return isName && /[{,][ \t]*[\w$]*$/.test(line) && /^[ \t]*\}/.test(next);
}

/** Few blanks, and many brackets or short members. */
function isDense(line: string): boolean {
  const head = line.slice(-60);
  return (
    head.length === 60 &&
    (head.match(/\s/g)?.length ?? 0) <= 6 &&
    (head.match(/[(){}]/g)?.length ?? 0) + 2 * (head.match(/:[\w$]{1,2},/g)?.length ?? 0) >= 3
  );
}
