const WORDS = /^[A-Za-z]+(?:[-_ .'’/][A-Za-z]+)*[.,:;!?]?$/;
const IDENTIFIER = /^[$@#]?[A-Za-z_][a-z]*(?:[A-Z][a-z]*|_[A-Za-z]+)*\d{0,2}$/;
const SNAKE = /^[A-Za-z]+(?:_+[A-Za-z0-9]+){3,}$/;
const SENTENCE = /\s\S+\s\S+\s/;
const BLANKED = /x{3,}\W+x{3,}|\.{3}/i;
const DIGEST = /^sha\d{3}-/;
const EXPRESSION = /^[\w$.?!]+(?:\(|\[|\.[a-z_]\w*$)|=>|\$\{|\{\{|^[<({[]/;
const PATH = /^(?:[~.]{0,2}\/|[A-Za-z]:\\)?(?:[\w@.-]+\/)+[\w@.-]*$/;
const COORDINATE = /^[\w.-]+(?::[\w.-]+){1,3}$/;
const FILE = /^[\w./-]+\.[a-z]{1,5}$/;

/**
 * A judge of the filter's finds that knows nothing of its rules: it sees the replaced text alone. A secret has at least 8
 * characters, mixes letters with digits or signs, and uses many different ones. Words, identifiers, expressions, paths,
 * coordinates and file names are none. A private key, the user and password of a URL, and a hash with its salt are judged
 * by their secret part. A weak password (`letmein`) is not secret-shaped; `isLiteralCredential` looks at where it stands.
 */
export function isSecretShaped(found: string): boolean {
  if (/-----BEGIN [\w ]*PRIVATE KEY/.test(found)) return true;
  const value = secretPart(found.trim().replace(/^["'`]+|["'`,;]+$/g, ''));
  if (value.length < 8 || SENTENCE.test(value) || BLANKED.test(value)) return false;
  const isForm = [WORDS, IDENTIFIER, SNAKE, DIGEST, EXPRESSION, FILE].some((form) =>
    form.test(value),
  );
  if (isForm || (PATH.test(value) && !isMixed(value)) || COORDINATE.test(value)) return false;
  return sortsOf(value) >= 2 && entropy(value) >= 2.5;
}

/** The password of `user:password`, when the user is a plain name. */
function secretPart(value: string): string {
  return /^[\w.%+-]{0,40}:([^:\s]+)$/.exec(value)?.[1] ?? value;
}

/** Long and with all of lower case, upper case and digits: paths of words are not. */
const isMixed = (value: string) =>
  value.length >= 20 && /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d.*\d.*\d/.test(value);

/** How many of these it has: lower case, upper case, digits, signs. Blanks are none of them. */
function sortsOf(value: string): number {
  return [/[a-z]/, /[A-Z]/, /\d/, /[^\w\s]/].filter((sort) => sort.test(value)).length;
}

/** Bits for each character, from how often each occurs (C. E. Shannon). */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const c of value) counts.set(c, (counts.get(c) ?? 0) + 1);
  return [...counts.values()].reduce((sum, count) => {
    const share = count / value.length;
    return sum - share * Math.log2(share);
  }, 0);
}
