import { namesPassword } from './keyNames.js';
import type { KeyValuePair, Value } from './keyValuePair.js';

/*
 * References: values in the place of a secret that are no secrets. A value is kept when it is
 *  - a mark of the filter, or blanked out by hand: `[REDACTED]`, `***`, `...`, `sk_test_xxxx`;
 *  - a constant or the name of a type: `null`, `true`, `string`, `Option<String>`, `z.string()`, a number below 1000;
 *  - to be filled in: `${VAR}`, `$VAR`, `:password` of SQL, `$(cmd)`, `{{ var }}`, `{var}`, `%VAR%`, `%s`, `<your-token>`, `YOUR_TOKEN`;
 *  - code that reads it from elsewhere: a call, an index, a known root (`process.env.X`), a path of names ending in a key word;
 *  - the place where it is kept: a path below a well-known directory, a URL, its address in a store of secrets.
 */
const MARK = /^(?:\[[A-Za-z _-]{2,30}\])+$/;
const BLANKED =
  /^(?:[a-z]{2,8}[-_]){0,3}(?:\*{2,}|\.{2,}|…+|•+|[xX]{3,}|-{2,}|_{2,}|\?{2,}|(?<=[-_]))$/;
const CONSTANT =
  /^(?:str|string|text|varchar|char|bool|boolean|true|false|yes|no|on|off|int|integer|number|float|u?int(?:8|16|32|64)|[iuf](?:8|16|32|64|128)|[a-z]{3,5}(?:8|16|32|64)(?:clamped)?array|any|unknown|object|void|never|default|bytes?|buffer|uuid|date|nil|null|none|nothing|undefined|empty|unset|missing|invalid|expired|read|write|required|optional|n\/a|await|async|function|eof|new|lambda|return|typeof|this|self|val|value|0x[\da-f]{1,8}|\d{1,3}|-\d{1,6})$/i;
const TYPE =
  /^(?:(?:String|ID|Int|Boolean)!|&'[a-z]\w{0,8}|(?:string|text|digest|uuid|binary|integer|bigint)(?::uniq|:index|\{\d+\}){0,2}|[&*]+(?:mut |'?static )?[A-Za-z_][\w.:]*|(?:\[\])+[\w.*]+|[A-Za-z_][\w.]*(?:\[\])+|(?:[A-Z][A-Za-z]*|\w+::[\w:]+|[a-z]{3,12}|(?:[A-Za-z_]\w*\.)+[A-Z]\w*)<(?:[A-Za-z_\s.,:'|&?<>[\]]*|[\w\s.,:'|&?<>[\]]*>))$/;
const FILLED_IN =
  /^(?:\$?\{\{.*|\$\(.*|%[A-Za-z_]\w*%|%~?\d|%[+#-]?[a-z@](?:[:.-]%[a-z])*(?:\\n.*)?|%\(.*|-{2,} ?(?:redacted|removed|hidden|masked) ?-{2,}|< ?[A-Za-z%][^<>]*>|<[A-Za-z_-]+|&(?:lt|#x3c|#60);[A-Za-z].*|\{[\w.]*(?:![rsa])?\}|__[A-Z_]+__|ENC\[[A-Z].*|redacted|hidden|masked|removed|placeholder|example|sample|dummy|todo|tbd|#\{.*|@\{.*|!(?:Ref|Sub|GetAtt|secret|env|vault)\b.*|your[-_ ][a-z_ -]+|your(?:token|secret|password|api)?(?:key)?|my[-_](?:token|secret|password|api[-_]key|key))$/i;
const TO_DO =
  /^(?:(?:CHANGE|REPLACE|SET|FILL|INSERT|PUT)[_-]?(?:ME|THIS|IT|HERE|YOUR)(?:[_-][A-Z]+){0,4})$/;
const VARIABLE =
  /^(?::[a-z]+(?::[a-z]+)?:`.*|[:@]\w*(?:password|passwd|pwd|token|secret|key)|\$(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+|\d|[A-Za-z_]\w*(?:->|::|\[).*))$/;
const CALL =
  /^!{0,2}(?:[A-Za-z_$][\w$]{0,40}\.)?[A-Za-z_$][A-Za-z_$.:]*(?:\?\.)?\((?:|["'`{[].*|[A-Za-z_$.]+|.*\)[\w\s$.,;:()[\]?!'"-]*)$/;
const INDEX = /^[A-Za-z_$][\w$.]*\[(?:["'`].*|[A-Za-z_$.]+|[\w$.]+\][\w$.()[\]?]*)$/;
const PATH =
  /^(?:(?:process|os|env|import|self|this|cls|config|cfg|conf|settings|options|opts|secrets|vars|req|request|ctx|context|args|props|params|data|user|session|local|var|module|input|state|store)\??\.[\w$.?!]+|[\w$]+(?:\??\.[\w$]+)*\??\.\w*(?:password|passwd|token|secret|key)\w*)$/i;
const PLACE =
  /^(?:(?:cat )?(?:~|\.{1,2})\/\S*|cat \/\S+|\/(?:app|data|dev|etc|home|mnt|opt|path|private|proc|root|run|secrets?|srv|tmp|usr|var|workspaces?|Users|Volumes)\b\S*|@[\w./-]+\.(?:pem|json|key|txt|crt|ya?ml)|(?:https?|file|s3|gs):\/\/[^\s@]*)$/;
/** The address of a secret in a store, and a name of Kubernetes: `op://…`, `env:DB_PASSWORD`, `kubernetes.io/tls`. */
const OF_SYSTEM =
  /^(?:[a-z][a-z\d+.-]{1,24}:\/\/[^\s@]*|env[:.][A-Z_][A-Z\d_]*|(?:file|vault|ssm|secretsmanager|keyring|pass):[\w./~-]+(?:#\w+)?|[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){0,4}\.[a-z]{2,10}\/[a-z][a-z\d.-]*)$/;
const PLACEHOLDERS = [MARK, BLANKED, FILLED_IN, TO_DO, VARIABLE, PLACE];
const ANYWHERE = [CONSTANT, PATH, OF_SYSTEM];
const ESCAPED_ENDS = /[,;]?(?<!\\[nrt])(?:\\[nrt]){1,4}$/;
/** Only without quotes: in quotes these would be text. */
const UNQUOTED = [TYPE, CALL, INDEX];

/** Of a text with parts to be filled in (`key-${i}`), so that it holds no secret of its own. */
const MOST_LETTERS_AROUND = 8;
/** `/oauth/token`, behind the part to be filled in. */
const PATH_OF_WORDS = /^\/?[a-z]+(?:\/[a-z_]+\d?)+(?:\?[a-z]+=[a-z]+)?$/;
const FILLED_IN_PARTS = /\$\{[^{}]*\}|\{\{[^{}]*\}\}|\$\([^()]*\)/g;

/** True when a value only refers to a secret. Values longer than `LONGEST_REFERENCE` are never references. */
export function isReference(value: string, quoted = false): boolean {
  if (isPlaceholder(value)) return true;
  if (value.length > LONGEST_REFERENCE) return false;
  const bare = withoutEnds(value);
  if (ANYWHERE.some((sort) => sort.test(bare))) return true;
  if (!quoted && UNQUOTED.some((sort) => sort.test(value))) return true;
  const rest = value.replace(FILLED_IN_PARTS, '');
  return rest !== value && (PATH.test(rest) || PATH_OF_WORDS.test(rest));
}

/**
 * True when a value is blanked out or to be filled in. It is all that is asked where nothing but a secret can stand: in a
 * URL or on a command line, `true`, `0x94ac` and `user.token` are passwords.
 */
export function isPlaceholder(value: string): boolean {
  if (value.length > LONGEST_REFERENCE) return false;
  const bare = withoutEnds(value);
  if (PLACEHOLDERS.some((sort) => sort.test(bare))) return true;
  const rest = value.replace(FILLED_IN_PARTS, '');
  return (
    rest !== value &&
    !/\p{N}/u.test(rest) &&
    (rest.match(/\p{L}/gu)?.length ?? 0) <= MOST_LETTERS_AROUND
  );
}

/** In a string of a program, the escaped end of its line is no part of the value. */
const withoutEnds = (value: string) => value.replace(ESCAPED_ENDS, '').trim();

/** In UTF-16 units. The limit bounds the work on values that are kept, because they are read again. */
export const LONGEST_REFERENCE = 128;

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
