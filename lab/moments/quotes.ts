/** Words that only what failed says. */
const FAILURE =
  /(?:\b(?:error|fatal|panic|panicked|traceback|exception|[A-Z]\w*(?:Error|Exception)|FAIL(?:ED)?|segmentation fault|assertion)\b\s*(?:[:([!]|failed|at\b|$))|\b(?:cannot|can't|could not|couldn't|failed to|unable to|undefined (?:reference|method|symbol)|no such file|not found|is not defined|permission denied|core dumped)\b/i;
/** What code ends with, and output hardly. */
const CODE = /[{;(,]\s*$|^\s*(?:[-+*•] |#|\/\/|@@|diff --git|index [0-9a-f]+\.\.)/;
/** Shorter ones are said by many things. */
const LEAST = { words: 4, letters: 20 };
/** Lines of an error text before the first that says what failed, and behind it. */
const AROUND = { before: 2, after: 7 };

/** Programs that a command in backticks starts with. Without a list, code in backticks would be taken for commands. */
const PROGRAMS = new Set(
  (
    'git hub gh npm npx yarn pnpm node deno bun tsc tap make cmake ctest ninja meson gcc clang cc cargo rustc rustup ' +
    'rg grep ack ag go gofmt pip pip3 pipx python python2 python3 pytest tox nox virtualenv docker podman bundle rake ' +
    'gem rspec rubocop ruby irb jq curl wget ssh brew apt apt-get yum dnf sudo cat find sed awk tar gunzip sh bash zsh ' +
    'autoreconf ./configure valgrind gdb lldb pre-commit uv poetry flask gunicorn redis-cli redis-server fzf tmux vim'
  ).split(' '),
);
/** For these, the first word behind says what they do; with two, the second as well. */
const SUBCOMMANDS: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    'git cargo go pip pip3 bundle docker podman yarn pnpm npm gem rustup brew apt apt-get uv poetry flask hub make rake deno bun tox nox pre-commit'
      .split(' ')
      .map((name) => [name, 1]),
  ),
  gh: 2,
};
/** Programs whose `run` and `exec` name what a file of the repository defines. */
const RUNNERS = new Set('npm yarn pnpm bun uv poetry'.split(' '));
/** Subcommands that need a second one. */
const NESTED = new Set(
  'mod stash submodule remote worktree bisect compose cache config tool'.split(' '),
);

/** Blocks that a message quotes: fenced, indented, or behind `>`. Each is a list of lines without what marks them. */
function blocksIn(message: string): readonly (readonly string[])[] {
  const blocks: string[][] = [];
  let open: string[] | undefined;
  let fenced = false;
  let before = '';
  for (const line of message.split(/\r?\n/)) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    const [, quoted] = /^(?: {4}|\t|> ?| {1,3}> ?)(.*)$/.exec(line) ?? [];
    // An indented line behind prose goes on with it.
    const begins = open !== undefined || before.trim() === '' || !/^(?: {4}|\t)/.test(line);
    const text = fenced ? line : begins ? quoted : undefined;
    before = line;
    if (isFence) fenced = !fenced;
    if (isFence || text === undefined || text.trim() === '') {
      open = undefined;
      continue;
    }
    if (open === undefined) {
      open = [];
      blocks.push(open);
    }
    open.push(text.trimEnd());
  }
  return blocks;
}

const inlineIn = (message: string) =>
  [...message.matchAll(/(?<!`)`([^`\n]{6,200})`(?!`)/g)].map(([, text = '']) => text.trim());

const isFailure = (line: string) =>
  FAILURE.test(line) &&
  !CODE.test(line) &&
  !/^\s*\$ /.test(line) &&
  line.trim().split(/\s+/).length >= LEAST.words &&
  (line.match(/\p{L}/gu)?.length ?? 0) >= LEAST.letters;

/** An error text as a message quotes it. */
export interface ErrorText {
  readonly lines: readonly string[];
  /** The first line that says what failed. */
  readonly line: string;
}

/** The error texts that a message quotes, as they stand there. */
export function errorTextsIn(message: string): readonly ErrorText[] {
  const blocks = blocksIn(message).flatMap((block) => {
    const at = block.findIndex(isFailure);
    const line = block[at];
    if (line === undefined) return [];
    const lines = block
      .slice(Math.max(0, at - AROUND.before), at + AROUND.after + 1)
      .filter((one) => !/^\s*\$ /.test(one));
    return [{ lines, line: line.trim() }];
  });
  const inline = inlineIn(message).filter(isFailure);
  return [...blocks, ...inline.map((line) => ({ lines: [line], line }))];
}

/** A command line, and what tells whether two are about the same. */
export interface Command {
  readonly line: string;
  readonly program: string;
  /** The words behind the program that say what it does. */
  readonly subcommands: readonly string[];
  /** Names of options, each once and sorted. */
  readonly options: readonly string[];
  /** Program and subcommands, or the options of a program without them. */
  readonly key: string;
}

/** The commands that a message quotes: behind a `$`, or in backticks. */
export function commandsIn(message: string): readonly Command[] {
  const prompted = [...message.matchAll(/^[ \t]*(?:> ?)*[ \t]*[$%] +([a-zA-Z._~/].*)$/gm)].map(
    ([, line = '']) => line,
  );
  const inline = inlineIn(message).filter((text) => {
    const [first = '', second] = text.replace(/^(?:\w+=\S+ +)+/, '').split(/\s+/);
    return PROGRAMS.has(first) && second !== undefined && !/[(){}]|=>|\.\.\./.test(text);
  });
  return [...prompted, ...inline].flatMap((line) => commandOf(line) ?? []);
}

/** What a command line runs first, without what is before and behind it. Undefined where that is no program. */
export function commandOf(line: string): Command | undefined {
  const simple = line
    .trim()
    .replace(/^cd +\S+ *(?:&&|;) */, '')
    .replace(/^(?:\w+=(?:"[^"]*"|'[^']*'|\S*) +)+/, '')
    .replace(/^(?:sudo|time|env|exec) +/, '')
    .split(/ *(?:\|\||&&|[|;<>]|2>|\\$)/)[0]
    ?.replace(/^bundle exec +/, '')
    .trim();
  if (!simple || !/^[\w.~/-]+(?:\s|$)/.test(simple)) return undefined;
  const [first = '', ...words] = simple.split(/\s+/);
  const program =
    first.includes('/') && !first.startsWith('./') ? (first.split('/').at(-1) ?? '') : first;
  if (!/^[a-z.]/.test(program) || program === 'cd') return undefined;
  if (/^python[23]?$/.test(program) && words[0] === '-m' && words[1])
    return described(simple, `python -m ${words[1]}`, words.slice(2));
  return described(simple, program, words);
}

function described(line: string, program: string, words: readonly string[]): Command {
  const isWord = (word: string | undefined) => /^[a-z][\w:-]*$/.test(word ?? '');
  const [first, second] = words.filter((word) => !word.startsWith('-'));
  let subcommands: readonly string[] = [];
  const takes = SUBCOMMANDS[program] ?? (program.startsWith('python -m') ? 1 : 0);
  if (takes > 0 && first !== undefined && isWord(first)) {
    const runs = RUNNERS.has(program) && /^(?:run|exec)$/.test(first);
    const nested =
      (takes > 1 || runs || NESTED.has(first)) && second !== undefined && isWord(second);
    subcommands = nested ? [first, second] : [first];
  }
  const options = [
    ...new Set(words.flatMap((word) => /^-{1,2}[A-Za-z][\w-]*/.exec(word)?.[0] ?? [])),
  ].sort();
  const tells = subcommands.length > 0 ? subcommands : options;
  return { line, program, subcommands, options, key: [program, ...tells].join(' ') };
}
