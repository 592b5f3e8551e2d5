/** A command of a shell, as far as it says what is done: not on what. */
export interface ShellCommand {
  /** The program without its folder, and up to three words behind it: `npm run build`, `git rebase`, `release.sh`. */
  readonly words: readonly string[];
  /** Its flags without their values, such as `--force`. */
  readonly flags: readonly string[];
}

/** Of a longer text, this is the beginning that is read, in UTF-16 units. */
const READ = 16_384;
/** Commands of one text. */
const MOST = 20;
const MOST_WORDS = 4;
const MOST_FLAGS = 20;

/** What ends a command, or a word with its quoted pieces. No part of it can be read in two ways. */
const TOKEN = /&&|\|\||[;|&\n()]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s"'\\;|&()])+/gs;
const END = /^(?:&&|\|\||[;|&\n()])$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
const HERE_DOCUMENT = /<<-?\s*["']?(\w+)/;
/** Behind these, their flags and their numbers stands the command that is meant. */
const WRAPPERS: ReadonlySet<string> = new Set(
  '$ > sudo time timeout env nohup exec command nice npx bunx pnpx uvx do then else if while !'.split(
    ' ',
  ),
);
/** The same, with `exec` or `run` between. */
const MANAGERS: ReadonlySet<string> = new Set('bundle poetry pipenv uv pdm hatch rye'.split(' '));
/** What looks at things, and goes from folder to folder: no note is about that. */
const LOOKS: ReadonlySet<string> = new Set(
  'cd ls ll cat echo printf pwd head tail less more grep rg egrep find sed awk wc sort uniq cut tr tee xargs which type true false test [ export set source . sleep mkdir touch cp mv rm chmod diff tree du df ps kill date whoami for done fi'.split(
    ' ',
  ),
);
/** A program that runs the file which is named behind it. */
const RUNNERS: ReadonlySet<string> = new Set(
  'node nodejs python python3 bash sh zsh ruby perl php deno tsx ts-node'.split(' '),
);
/** A word that says what is done, and no value. */
const PLAIN = /^@?[A-Za-z][\w.:-]*$/;
const PROGRAM = /^[A-Za-z][\w.+-]*$/;
const FLAG = /^--?[A-Za-z]/;
const FILE = /\.[A-Za-z]\w{0,4}$/;

/** The commands of a line, or of a script, in their order and each once. What only looks at things is left out. */
export function commandsIn(line: string): readonly ShellCommand[] {
  const found = new Map<string, ShellCommand>();
  for (const tokens of simpleCommands(line)) {
    const command = commandOf(tokens);
    if (command === undefined || LOOKS.has(command.words[0] ?? '') || found.size === MOST) continue;
    found.set([...command.words, ...command.flags].join(' '), command);
  }
  return [...found.values()];
}

/** Whether a line only looks at things. */
export function onlyLooks(line: string): boolean {
  const programs = simpleCommands(line).map((tokens) => commandOf(tokens)?.words[0]);
  return programs.length > 0 && programs.every((program) => LOOKS.has(program ?? ''));
}

/** The words of each simple command of a line, without what a here-document holds. */
function simpleCommands(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [];
  let simple: string[] = [];
  for (const [token] of withoutHereDocuments(line.slice(0, READ)).matchAll(TOKEN)) {
    if (!END.test(token)) simple.push(token);
    else if (simple.length > 0) commands.push(simple);
    if (END.test(token)) simple = [];
  }
  return simple.length > 0 ? [...commands, simple] : commands;
}

function withoutHereDocuments(script: string): string {
  if (!script.includes('<<')) return script;
  let end: string | undefined;
  const kept = script.split('\n').filter((line) => {
    const isInside = end !== undefined;
    if (end === line.trim()) end = undefined;
    else end ??= HERE_DOCUMENT.exec(line)?.[1];
    return !isInside;
  });
  return kept.join('\n');
}

function commandOf(tokens: readonly string[]): ShellCommand | undefined {
  const [first = '', ...rest] = unwrapped(tokens);
  // `bundle exec rake` is `rake`.
  if (MANAGERS.has(first) && /^(?:exec|run)$/.test(rest[0] ?? '')) return commandOf(rest.slice(1));
  const program = baseOf(first);
  if (program !== '[' && !PROGRAM.test(program)) return undefined;
  const flags = rest.map((token) => token.replace(/=.*/s, '')).filter((flag) => FLAG.test(flag));
  const words = RUNNERS.has(program) ? runWords(program, rest) : [program, ...plainWords(rest)];
  return { words, flags: [...new Set(flags)].slice(0, MOST_FLAGS) };
}

function unwrapped(tokens: readonly string[]): readonly string[] {
  let isBehindWrapper = false;
  let isBehindUser = false;
  const start = tokens.findIndex((token) => {
    const isSkipped =
      WRAPPERS.has(token) ||
      ASSIGNMENT.test(token) ||
      isBehindUser ||
      (isBehindWrapper && /^-|^\d/.test(token));
    isBehindUser = isBehindWrapper && /^-[ugn]$/.test(token);
    isBehindWrapper ||= WRAPPERS.has(token);
    return !isSkipped;
  });
  return start < 0 ? [] : tokens.slice(start);
}

/** The words up to the first one that is a value. Behind a flag, a word may be its value. */
function plainWords(tokens: readonly string[]): readonly string[] {
  const words = tokens.filter((token) => !/^--?[\w-]+=/.test(token));
  const end = words.findIndex((word) => !PLAIN.test(word) || isFile(word));
  return (end < 0 ? words : words.slice(0, end)).slice(0, MOST_WORDS - 1);
}

const isFile = (word: string) => FILE.test(word) && !GROUPS.has(word);

/** Of `python -m pytest` and `node scripts/build.js`, what they run. */
function runWords(program: string, rest: readonly string[]): readonly string[] {
  const [named = '', ...more] = rest.filter((token) => !token.startsWith('-'));
  const run = baseOf(named);
  return PROGRAM.test(run) ? [run, ...plainWords(more)] : [program];
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Words that only say which group a command is of: what is done stands behind them. */
const GROUPS: ReadonlySet<string> = new Set(
  'run compose exec container image volume network state workspace stash remote submodule worktree pr issue repo release manage.py plugin config db'.split(
    ' ',
  ),
);

/** How many words tell a command from others: `git push`, `npm run build`, `deploy.sh`. */
function tellingWords([program = '', second = '']: readonly string[]): number {
  if (isFile(program)) return 1;
  return GROUPS.has(second) || GROUPS.has(program) ? 3 : 2;
}

/** The words that tell it from others. */
export const tellingPart = ({ words }: ShellCommand) => words.slice(0, tellingWords(words));

/** Whether a command says enough to be told from others: by its words, or a program alone by its flags. */
export function isTelling({ words, flags }: ShellCommand): boolean {
  const isAlone = words.length === 1 && flags.length > 0 && !RUNNERS.has(words[0] ?? '');
  return isAlone || words.length >= tellingWords(words);
}

/**
 * Whether `done` is the command that is `named`, perhaps of something else: `git push origin dev` is `git push origin main`. It has
 * all the flags that are named: `git push` is not `git push --force`.
 */
export function isSameCommand(done: ShellCommand, named: ShellCommand): boolean {
  const end = named.words.findIndex((word, i) => word !== done.words[i]);
  const common = end < 0 ? named.words.length : end;
  const isAlone = done.words.length === 1 && named.words.length === 1 && named.flags.length > 0;
  return (
    common >= (isAlone ? 1 : tellingWords(done.words)) &&
    named.flags.every((flag) => done.flags.includes(flag))
  );
}
