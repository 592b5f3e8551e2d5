import type { Command, ErrorText } from './quotes.js';

type Random = () => number;

const pick = <T>(of: readonly T[], random: Random): T | undefined =>
  of[Math.floor(random() * of.length)];

const NAMES = 'alice build ci dev jenkins kim maria runner tom work'.split(' ');
const FOLDERS = 'app checkout code build-7 projects src-tree work workspace'.split(' ');
const hex = (length: number, random: Random) =>
  Array.from({ length }, () => Math.floor(random() * 16).toString(16)).join('');

/** Digits of a number anew, as many as before. A zero or a one stays: it mostly counts what there is. */
function otherNumber(digits: string, random: Random): string {
  if (digits === '0' || digits === '1') return digits;
  const low = digits.length === 1 ? 2 : 10 ** (digits.length - 1);
  const high = 10 ** digits.length - 1;
  return String(low + Math.floor(random() * (high - low + 1)));
}

/** Another time, written as long as the one before. */
function otherTime(length: number, random: Random): string {
  const time = new Date(Date.UTC(2031, 0, 1) + Math.floor(random() * 3e10));
  return time.toISOString().slice(0, length);
}

/**
 * An error text as another machine shows it: other times, hashes, addresses, absolute folders, temporary names, process ids, line
 * numbers and counts. Codes stay: `E0277`, `exit code 128`, `HTTP 404`, `Errno 2`.
 */
export function disguised(text: string, random: Random): string {
  const home = `/home/${pick(NAMES, random)}/${pick(FOLDERS, random)}`;
  return text
    .replace(/\b0x[0-9a-f]{4,}\b/gi, (found) => `0x${hex(found.length - 2, random)}`)
    .replace(/\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,64}\b/g, (found) =>
      hex(found.length, random),
    )
    .replace(
      /\/(?:tmp|var\/folders|private\/tmp)\/[\w./+-]*?([\w.+-]+)(?=[\s'":,)]|$)/g,
      (_, last) =>
        last.includes('.') ? `/tmp/${hex(6, random)}/${last}` : `/tmp/tmp.${hex(8, random)}`,
    )
    .replace(
      /(?<![\w.:/])(?:\/(?:home|Users|usr|opt|root|data|mnt|var|builds?|path|work\w*)|[A-Z]:)(?:[\\/][\w.+@-]+)*[\\/]([\w.+@-]+)/g,
      (_, last) => `${home}/${last}`,
    )
    .replace(
      /(\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d)?)?)|(?<![\w.])(?<!\b(?:code|status|errno|os error|http|exited with|signal) ?:? ?)\d+(?![\w.])/gi,
      (digits, time) =>
        time === undefined ? otherNumber(digits, random) : otherTime(time.length, random),
    );
}

/** Lines of programs that go well, and of some that only look as if they failed. `%` is a file of the repository, `#` a number. */
const NOISE = [
  '> build',
  'Compiling % (#/#)',
  '   Compiling utils v#.#.#',
  '    Finished dev [unoptimized + debuginfo] target(s) in #.#s',
  'ok  \t%\t#.#s',
  '--- PASS: TestParse (#.#s)',
  '=== RUN   TestParse',
  'PASS %',
  'test % ... ok',
  '% .......... [ #%]',
  '#/# tests passed',
  '  ✓ handles % (# ms)',
  'npm warn deprecated glob@#.#.#: versions prior to v9 are no longer supported',
  'added # packages, and audited # packages in #s',
  'found 0 vulnerabilities',
  '[#/#] Building C object %.o',
  'gcc -O2 -Wall -c %',
  'make[#]: Entering directory `/builds/main`',
  'make[#]: Leaving directory `/builds/main`',
  'warning: unused variable in % line #',
  '%:#: note: expanded from here',
  'Collecting requests (from -r requirements.txt)',
  'Requirement already satisfied: idna in ./venv/lib (#.#)',
  'Fetching gem metadata from https://rubygems.org/....',
  'Inspecting # files',
  'remote: Counting objects: 100% (#/#), done.',
  'Receiving objects:  #% (#/#)',
  'Already up to date.',
  'STEP #/#: RUN make install',
  '[INFO] Reading %',
  'DEBUG: read % in # ms',
  'Checked # files, 0 errors, # warnings',
  'Running # tests using # workers',
  'checking for stdlib.h... yes',
  'real\t0m#.#s',
  'Exit code: 1',
];

/** An error text in 10 to 40 lines of other output. */
export function embedded({ lines }: ErrorText, files: readonly string[], random: Random): string {
  const count = 10 + Math.floor(random() * 31);
  const noise = Array.from({ length: count }, () =>
    (pick(NOISE, random) ?? '')
      .replaceAll('%', () => pick(files, random) ?? 'main')
      .replaceAll('#', () => String(1 + Math.floor(random() * 90))),
  );
  // Programs stop soon after they failed.
  const at = Math.floor(count * (0.5 + random() / 2));
  const text = lines.map((line) => disguised(line, random));
  return [...noise.slice(0, at), ...text, ...noise.slice(at)].join('\n');
}

const OPERANDS =
  'alpha.txt demo feature/login ./out other-name 7 main.tmp src/thing "some words" v9.1'.split(
    / (?=(?:[^"]*"[^"]*")*[^"]*$)/,
  );

/** A command with the same program, subcommands and options, but other arguments, as it stands among others in a shell. */
export function otherArguments(
  { line, program, subcommands, options }: Command,
  random: Random,
): string {
  const operands = line.split(/\s+/).filter((word) => !word.startsWith('-')).length;
  const count = Math.min(3, Math.max(0, operands - 1 - subcommands.length));
  const kept = subcommands.length > 0 ? options.filter(() => random() < 0.7) : options;
  const others = Array.from({ length: count }, () => pick(OPERANDS, random));
  const simple = [program, ...subcommands, ...kept, ...others].join(' ');
  const [front, back] = [random(), random()];
  const before = front < 0.2 ? 'cd packages/x && ' : front < 0.35 ? 'DEBUG=1 ' : '';
  const behind = back < 0.2 ? ' 2>&1 | tail -20' : back < 0.3 ? ' && echo done' : '';
  return `${before}${simple}${behind}`;
}
