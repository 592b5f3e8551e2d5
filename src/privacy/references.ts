/* References: values in the place of a secret that are none. */

/** Blanked out, or to be filled in. */
const PLACEHOLDERS: readonly RegExp[] = [
  // A mark of the filter: `[REDACTED]`
  /^(?:\[[A-Za-z _-]{2,30}\])+$/,
  // Blanked out by hand: `***`, `...`, `sk_test_xxxx`
  /^(?:[a-z]{2,8}[-_]){0,3}(?:\*{2,}|\.{2,}|…+|•+|[xX]{3,}|-{2,}|_{2,}|\?{2,}|(?<=[-_]))$/,
  // To be filled in: `{{ var }}`, `$(cmd)`, `%VAR%`, `%s`, `<your-token>`, `{var}`, `__NAME__`, `!Ref name`, `your-token`
  /^(?:\$?\{\{.*|\$\(.*|%[A-Za-z_]\w*%|%~?\d|%[+#-]?[a-z@](?:[:.-]%[a-z])*(?:\\n.*)?|%\(.*|-{2,} ?(?:redacted|removed|hidden|masked) ?-{2,}|< ?[A-Za-z%][^<>]*>|<[A-Za-z_-]+|&(?:lt|#x3c|#60);[A-Za-z].*|\{[\w.]*(?:![rsa])?\}|__[A-Z_]+__|ENC\[[A-Z].*|redacted|hidden|masked|removed|placeholder|example|sample|dummy|todo|tbd|#\{.*|@\{.*|!(?:Ref|Sub|GetAtt|secret|env|vault)\b.*|your[-_ ][a-z_ -]+|your(?:token|secret|password|api)?(?:key)?|my[-_](?:token|secret|password|api[-_]key|key))$/i,
  // `CHANGE_ME`
  /^(?:(?:CHANGE|REPLACE|SET|FILL|INSERT|PUT)[_-]?(?:ME|THIS|IT|HERE|YOUR)(?:[_-][A-Z]+){0,4})$/,
  // A variable: `$VAR`, `:password` of SQL
  /^(?::[a-z]+(?::[a-z]+)?:`.*|[:@]\w*(?:password|passwd|pwd|token|secret|key)|\$(?:[A-Z_][A-Z0-9_]*|[A-Za-z_]+|\d|[A-Za-z_]\w*(?:->|::|\[).*))$/,
  // A place: a path below a well-known directory, a file, a URL
  /^(?:(?:cat )?(?:~|\.{1,2})\/\S*|cat \/\S+|\/(?:app|data|dev|etc|home|mnt|opt|path|private|proc|root|run|secrets?|srv|tmp|usr|var|workspaces?|Users|Volumes)\b\S*|@[\w./-]+\.(?:pem|json|key|txt|crt|ya?ml)|(?:https?|file|s3|gs):\/\/[^\s@]*)$/,
];
const PATH_TO_SECRET =
  /^(?:(?:process|os|env|import|self|this|cls|config|cfg|conf|settings|options|opts|secrets|vars|req|request|ctx|context|args|props|params|data|user|session|local|var|module|input|state|store)\??\.[\w$.?!]+|[\w$]+(?:\??\.[\w$]+)*\??\.\w*(?:password|passwd|token|secret|key)\w*)$/i;
/** A value that a program has, or the address of one. */
const WITH_OR_WITHOUT_QUOTES: readonly RegExp[] = [
  // A constant, the name of a type, a number below 1000: `null`, `true`, `string`
  /^(?:str|string|text|varchar|char|bool|boolean|true|false|yes|no|on|off|int|integer|number|float|u?int(?:8|16|32|64)|[iuf](?:8|16|32|64|128)|[a-z]{3,5}(?:8|16|32|64)(?:clamped)?array|any|unknown|object|void|never|default|bytes?|buffer|uuid|date|nil|null|none|nothing|undefined|empty|unset|missing|invalid|expired|read|write|required|optional|n\/a|await|async|function|eof|new|lambda|return|typeof|this|self|val|value|0x[\da-f]{1,8}|\d{1,3}|-\d{1,6})$/i,
  // A known root (`process.env.X`), and a path of names that ends in a key word
  PATH_TO_SECRET,
  // Its address in a store of secrets, and a name of Kubernetes: `op://…`, `env:DB_PASSWORD`, `kubernetes.io/tls`
  /^(?:[a-z][a-z\d+.-]{1,24}:\/\/[^\s@]*|env[:.][A-Z_][A-Z\d_]*|(?:file|vault|ssm|secretsmanager|keyring|pass):[\w./~-]+(?:#\w+)?|[a-z\d-]{1,40}(?:\.[a-z\d-]{1,40}){0,4}\.[a-z]{2,10}\/[a-z][a-z\d.-]*)$/,
];
/** Only without quotes: in quotes these would be text. */
const UNQUOTED: readonly RegExp[] = [
  // A type: `Option<String>`, `&'a str`, `Vec<u8>`
  /^(?:(?:String|ID|Int|Boolean)!|&'[a-z]\w{0,8}|(?:string|text|digest|uuid|binary|integer|bigint)(?::uniq|:index|\{\d+\}){0,2}|[&*]+(?:mut |'?static )?[A-Za-z_][\w.:]*|(?:\[\])+[\w.*]+|[A-Za-z_][\w.]*(?:\[\])+|(?:[A-Z][A-Za-z]*|\w+::[\w:]+|[a-z]{3,12}|(?:[A-Za-z_]\w*\.)+[A-Z]\w*)<(?:[A-Za-z_\s.,:'|&?<>[\]]*|[\w\s.,:'|&?<>[\]]*>))$/,
  // A call
  /^!{0,2}(?:[A-Za-z_$][\w$]{0,40}\.)?[A-Za-z_$][A-Za-z_$.:]*(?:\?\.)?\((?:|["'`{[].*|[A-Za-z_$.]+|.*\)[\w\s$.,;:()[\]?!'"-]*)$/,
  // An index
  /^[A-Za-z_$][\w$.]*\[(?:["'`].*|[A-Za-z_$.]+|[\w$.]+\][\w$.()[\]?]*)$/,
];
const ESCAPED_ENDS = /[,;]?(?<!\\[nrt])(?:\\[nrt]){1,4}$/;
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
  if (WITH_OR_WITHOUT_QUOTES.some((sort) => sort.test(bare))) return true;
  if (!quoted && UNQUOTED.some((sort) => sort.test(value))) return true;
  const rest = value.replace(FILLED_IN_PARTS, '');
  return rest !== value && (PATH_TO_SECRET.test(rest) || PATH_OF_WORDS.test(rest));
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
