/** What a line says that tells what went wrong: each word with the next one, and each code of an error. */
export type Signature = ReadonlySet<string>;

/** What is read of a long output, in UTF-16 units: errors stand at its end, and sometimes at its beginning. */
const READ = { beginning: 8_192, end: 24_576 };
/** Longer lines are data and no message. */
const LONGEST_LINE = 1_000;
/** Signatures of one output: the last ones, since what failed last is what ended the program. */
const MOST = 6;
const MOST_WORDS = 16;
/** A line with fewer words, or with fewer that are not `USUAL`, says nothing, unless it has a code: `tests failed`. */
const FEWEST_WORDS = 3;
const FEWEST_UNUSUAL = 2;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const COLOURS = /\u001b\[[0-9;]*[A-Za-z]/g;
/** What a program has printed without its colours. */
export const withoutColours = (text: string): string => text.replaceAll(COLOURS, '');
const SAYS_ERROR =
  /error|exception|fatal|panic|fail|cannot|can['’]t|could ?n[o'’]t|unable|undefined|not (?:found|permitted|allowed|defined|a )|denied|refused|time[d-]? ?out|invalid|unexpected|no such|missing|abort|unknown|unsupported|conflict|mismatch|violat|deadlock|overflow|must |expected/i;
/** In a text of a person, a line that a program has printed: it begins with what it is. */
const PRINTED = /(?:^|[\s`>])(?:[\w.]*(?:Error|Exception)|error|fatal|panic|ERR!)(?:\[\w+\])?:\s/;

const BETWEEN = /[\s"'`‘’“”()[\]{}<>,;|=*]+/;
/** `TS2345`, `E0382`, `SQLITE_BUSY`, `ECONNREFUSED`. */
const CODE =
  /^(?!SHA|UTF|ISO|RFC|AES|MD5|ERROR|EXIT|EVERY)(?:[A-Z]{1,6}-?\d{3,5}|[A-Z][A-Z\d]*(?:_[A-Z\d]+)+|E[A-Z]{4,})$/;
/** A code that names an error alone. Those of files that are missing or not allowed say no more than their messages. */
const TELLING_CODE = /\d{3}|^E(?!NOENT|ACCES|PERM|EXIST|ISDIR|NOTDIR)[A-Z]{4,}$/;
/** Longer words are data. */
const LONGEST_TOKEN = 100;
/** A path, an address, hex digits. The scope of a package is none of them. */
const VARIES = /^(?!@[\w-]+\/[\w-]+$).*[\\/]|^0x|^[0-9a-f]{7,}$|\.\w{1,4}:\d/i;
/** These stand before any message, or say nothing. */
const LABELS: ReadonlySet<string> = new Set(
  'error errors err warning warn fatal panic npm exception uncaught unhandled traceback at in on the a an of to is was'.split(
    ' ',
  ),
);

/** Words of messages that every program has: of the system's own errors (errno), of languages, and of tools that build and test. */
const USUAL: ReadonlySet<string> = new Set(
  `no such file directory permission denied command not found connection refused reset by peer operation permitted argument arguments
  invalid broken pipe segmentation fault core dumped exit exited status code process completed with for and or but be has have been did
  does do can't cannot could unable failed fail failing failure failures tests test build compile compiling compilation due previous
  aborting aborted see above below log logs more information undefined null nil reference pointer dereference assertion expected
  unexpected got received actual left right runtime index out range length bounds object attribute type read write properties property
  function defined most recent call last timed timeout time line lines column row step job task target recipe make missing required
  must value values enoent eacces eperm eexist eisdir enotdir`.split(/\s+/),
);

/** The signatures of an output, each with its line, in their order and without repeats. */
export function signaturesIn(output: string): ReadonlyMap<string, Signature> {
  const found = new Map<string, Signature>();
  for (const line of readPart(output).split('\n')) {
    if (line.length > LONGEST_LINE || !SAYS_ERROR.test(line)) continue;
    const { words, codes } = wordsOf(line, MOST_WORDS);
    if (!isTelling(words, codes)) continue;
    const said = words.join(' ');
    // Of one that stands there twice, the last place counts.
    found.delete(said);
    found.set(said, signatureOf(words, codes));
  }
  return new Map([...found].slice(-MOST));
}

/** The lines of an output that tell what went wrong, as they stand there: in their order and each once. */
export function errorLines(output: string): readonly string[] {
  const found = new Map<string, string>();
  for (const line of readPart(output).split('\n')) {
    if (line.length > LONGEST_LINE || !SAYS_ERROR.test(line)) continue;
    const { words, codes } = wordsOf(line, MOST_WORDS);
    const said = words.join(' ');
    if (isTelling(words, codes) && !found.has(said)) found.set(said, line.trim());
  }
  return [...found.values()];
}

/** The lines of a text of a person that a program has printed. */
export function printedLines(text: string): readonly string[] {
  return readPart(text)
    .split('\n')
    .filter((line) => PRINTED.test(line));
}

function isTelling(words: readonly string[], codes: readonly string[]): boolean {
  if (codes.some((code) => TELLING_CODE.test(code))) return true;
  const unusual = words.filter((word) => !USUAL.has(word)).length;
  return words.length >= FEWEST_WORDS && unusual >= FEWEST_UNUSUAL;
}

/** The beginning and the end of an output: as much as is read of it. */
export function readPart(output: string): string {
  const { beginning, end } = READ;
  const isLong = output.length > beginning + end;
  const read = isLong ? `${output.slice(0, beginning)}\n${output.slice(-end)}` : output;
  return withoutColours(read);
}

/** The words of a text without what differs from machine to machine and from day to day: numbers, paths, hex digits, times. */
function wordsOf(text: string, most = Number.POSITIVE_INFINITY) {
  const codes: string[] = [];
  const words: string[] = [];
  for (const part of text.split(BETWEEN)) {
    if (part.length > LONGEST_TOKEN) continue;
    const token = part.replace(/^[.:!?-]+|[.:!?-]+$/g, '');
    if (CODE.test(token)) {
      codes.push(token);
      words.push(token.toLowerCase());
    } else if (!VARIES.test(token)) {
      const word = token.toLowerCase().replace(/\d+/g, '');
      if (/\p{L}{2}/u.test(word) && !LABELS.has(word)) words.push(word);
    }
    if (words.length >= most) break;
  }
  return { words, codes };
}

function signatureOf(words: readonly string[], codes: readonly string[]): Signature {
  return new Set([...codes, ...words.slice(1).map((word, i) => `${words[i]} ${word}`)]);
}

/** A text in which signatures are looked for. It is read once. */
export function quotedIn(text: string): Signature {
  const { words, codes } = wordsOf(text);
  return signatureOf(words, codes);
}

/** The share of a signature that is quoted, from 0 to 1. */
export function quotedShare(signature: Signature, quoted: Signature): number {
  const shared = [...signature].filter((part) => quoted.has(part)).length;
  return shared / Math.max(1, signature.size);
}
