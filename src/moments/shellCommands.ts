/** A command of a shell, as far as it says what is done: not on what. */
export interface ShellCommand {
  /** The program without its folder, and up to three words behind it: `npm run build`, `git rebase`, `release.sh`. */
  readonly words: readonly string[];
  /** Its flags without their values, such as `--force`. */
  readonly flags: readonly string[];
}

/** Of a longer text, this is the beginning that is read, in UTF-16 units. */
const READ = 16_384;
/** Simple commands of one line. */
const MOST = 20;
const MOST_WORDS = 4;
const MOST_FLAGS = 20;

/** Words and quoted texts, and what ends a command. No part of it can be read in two ways. */
const TOKEN = /"(?:[^"\\]|\\.)*"|'[^']*'|\\.|&&|\|\||[;|&\n()]|[^\s"'\\;|&()]+/gs;
const END = /^(?:&&|\|\||[;|&\n()])$/;
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** Behind these stands the command that is meant. */
const WRAPPERS: ReadonlySet<string> = new Set(
  '$ > sudo time env nohup exec command nice npx bunx pnpx uvx do then else if while !'.split(' '),
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
/** A word that says what is done, and no value: it has no folder, and letters. */
const PLAIN = /^@?[A-Za-z][\w.:-]*$/;
const PROGRAM = /^[A-Za-z][\w.+-]*$/;

/** The commands of a line, or of a script, in their order and each once. What only looks at things is left out. */
export function commandsIn(line: string): readonly ShellCommand[] {
  const found = new Map<string, ShellCommand>();
  let simple: string[] = [];
  const end = () => {
    const command = commandOf(simple);
    simple = [];
    if (command === undefined || found.size === MOST) return;
    found.set([...command.words, ...command.flags].join(' '), command);
  };
  for (const [token] of line.slice(0, READ).matchAll(TOKEN))
    if (END.test(token)) end();
    else simple.push(token);
  end();
  return [...found.values()];
}

function commandOf(tokens: readonly string[]): ShellCommand | undefined {
  const start = tokens.findIndex((token) => !ASSIGNMENT.test(token) && !WRAPPERS.has(token));
  const [first = '', ...rest] = start < 0 ? [] : tokens.slice(start);
  // `bundle exec rake` is `rake`.
  if (MANAGERS.has(first) && /^(?:exec|run)$/.test(rest[0] ?? '')) return commandOf(rest.slice(1));
  const program = baseOf(first);
  if (!PROGRAM.test(program) || LOOKS.has(program)) return undefined;
  const flags = rest.filter((token) => /^--?[A-Za-z]/.test(token)).map(withoutValue);
  const words = RUNNERS.has(program) ? runWords(program, rest) : [program, ...plainWords(rest)];
  return { words, flags: [...new Set(flags)].slice(0, MOST_FLAGS) };
}

/** The words up to the first one that is a value. Behind a flag, a word may be its value, which may be a secret. */
function plainWords(tokens: readonly string[]): readonly string[] {
  const words = tokens.filter((token) => !/^--?[\w-]+=/.test(token));
  const end = words.findIndex((word) => !PLAIN.test(word) || FILE.test(word));
  return (end < 0 ? words : words.slice(0, end)).slice(0, MOST_WORDS - 1);
}

const FILE = /\.[A-Za-z]\w{0,4}$/;

/** Of `python -m pytest` and `node scripts/build.js`, what they run. */
function runWords(program: string, rest: readonly string[]): readonly string[] {
  const [named = '', ...more] = rest.filter((token) => !token.startsWith('-'));
  const run = baseOf(named);
  return PROGRAM.test(run) ? [run, ...plainWords(more)] : [program];
}

const baseOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
const withoutValue = (flag: string) => flag.replace(/=.*/s, '');

/** Words that only say which group a command is of: what is done stands behind them. */
const GROUPS: ReadonlySet<string> = new Set(
  'run compose exec container image volume network state workspace stash remote submodule worktree pr issue repo release manage.py plugin config db'.split(
    ' ',
  ),
);

/** How many words tell a command from others: `git push`, `npm run build`, `deploy.sh`. */
function tellingWords([program = '', second = '']: readonly string[]): number {
  if (FILE.test(program) && !GROUPS.has(program)) return 1;
  return GROUPS.has(second) || GROUPS.has(program) ? 3 : 2;
}

/** The words that tell it from others. */
export const tellingPart = ({ words }: ShellCommand) => words.slice(0, tellingWords(words));

/** Whether a command says enough to be told from others: by its words, or a program alone by its flags. */
export const isTelling = ({ words, flags }: ShellCommand) =>
  words.length >= tellingWords(words) || (words.length === 1 && flags.length > 0);

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

/** So much of a text behind the words of a command is read for its flags. */
const READ_BEHIND = 120;
/** Places in one text where a command may be named. */
const MOST_PLACES = 20;

/** Whether a text names a command outside of code, too. */
export function namesCommand(text: string, done: ShellCommand): boolean {
  const words = tellingPart(done).join(' ');
  let at = text.indexOf(words);
  for (let place = 0; at >= 0 && place < MOST_PLACES; place += 1) {
    const [named] = commandsIn(
      text.slice(at, at + READ_BEHIND).replace(/[`"',)\n].*|[.:](?:\s.*|$)/s, ''),
    );
    if (!/\w/.test(text.charAt(at - 1)) && named && isSameCommand(done, named)) return true;
    at = text.indexOf(words, at + words.length);
  }
  return false;
}

/** What stands in a text as code: between backticks, in fences, and behind the sign of a prompt. */
export function codesIn(text: string): readonly string[] {
  return [...text.matchAll(/```[^\n]*\n(.*?)```|`([^`\n]+)`|^[ \t]*[$>] ([^\n]+)$/gms)].map(
    ([, fence, span, line]) => fence ?? span ?? line ?? '',
  );
}
