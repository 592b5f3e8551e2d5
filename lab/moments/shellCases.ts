import type { Case } from './action.js';
import { shuffled } from './borrowed.js';
import { embedded, otherArguments } from './disguise.js';
import type { FixNote } from './fixNotes.js';
import type { Lineage } from './lineage.js';
import { type Command, commandOf, commandsIn, type ErrorText, errorTextsIn } from './quotes.js';

/** Cases of one repository and kind. */
const MOST = { failures: 150, others: 150, commands: 150, plain: 150 };
/** A command that more notes quote is an everyday one there: to give one of them is neither right nor wrong. */
const MOST_QUOTING = 4;

const EVERYDAY =
  `ls -la|ls|pwd|cat README.md|cat package.json|head -50 src/main.c|tail -f log.txt|wc -l src/a.js|find . -name "*.ts"|
grep -rn TODO src|rg -n handler|sed -n 1,80p src/a.py|awk '{print $1}' data.txt|mkdir -p build|rm -rf dist|cp a b|mv a b|touch x|
git status|git status --short|git diff|git diff --stat|git log --oneline -5|git add -A|git commit -m "wip"|git push|git pull|
git checkout -b work|git branch|git show HEAD|git stash|git fetch origin|npm test|npm ci|npm install|npm run build|npm run lint|
npx tsc --noEmit|node -v|node index.js|yarn|yarn test|pnpm install|python -m pytest|pytest -q|pytest tests/test_a.py|pip install -e .|
python setup.py test|go test ./...|go build ./...|go vet ./...|cargo build|cargo test|cargo fmt|cargo clippy|make|make test|make clean|
make -j4|bundle install|bundle exec rspec|rake|gem install rake|docker ps|docker build .|docker compose up -d|curl -s localhost:8080|
ps aux|kill 4242|which python|echo $PATH|env|date|du -sh .|df -h|chmod +x run.sh|tar xzf a.tgz|jq . a.json|gh pr view 12|gh pr list|
ssh host uptime|sleep 5|tree -L 2|diff a b|sort names.txt|xargs -n1|true`
    .split('|')
    .map((line) => line.trim());

const wordsOf = ({ title, content }: FixNote) => `${title}\n${content}`;

/**
 * Error texts that notes quote, as another machine shows them in other output, and error texts that no note quotes: of later commits
 * and of other repositories. The notes that hold the line which says what failed, letter by letter, matter.
 */
export function failureCases(
  lineage: Lineage,
  notes: readonly FixNote[],
  foreign: readonly ErrorText[],
  project: string,
  random: () => number,
): readonly Case[] {
  const files = lineage.tree(lineage.cut);
  const runs = EVERYDAY.filter((line) => /test|build|make|install|run/.test(line));
  const made = (
    error: ErrorText,
    matters: readonly FixNote[],
    kind: string,
    source: string,
  ): Case => ({
    action: {
      moment: 'after_failure',
      command: runs[Math.floor(random() * runs.length)] ?? 'make',
      output: embedded(error, files, random),
    },
    project,
    matters: new Set(matters.map(({ id }) => id)),
    either: new Set(),
    kind,
    source: `${project} ${source} "${error.line.slice(0, 160)}"`,
  });
  const quoting = ({ line }: ErrorText) => notes.filter((note) => wordsOf(note).includes(line));
  const quoted = notes.flatMap(({ errors, commit }) =>
    errors.map((error) => made(error, quoting(error), 'quoted', commit.id.slice(0, 10))),
  );
  const later = lineage.future.flatMap(({ id, subject, body }) =>
    errorTextsIn(`${subject}\n\n${body}`).map((error) => ({ error, from: id.slice(0, 10) })),
  );
  const unknown = [
    ...shuffled(later, random).slice(0, MOST.others / 2),
    ...foreign.map((error) => ({ error, from: 'another repository' })),
  ]
    .filter(({ error }) => quoting(error).length === 0)
    .slice(0, MOST.others)
    .map(({ error, from }) =>
      made(error, [], from === 'another repository' ? 'foreign' : 'later', from),
    );
  return [...shuffled(quoted, random).slice(0, MOST.failures), ...unknown];
}

/**
 * Commands that notes quote, with other arguments, and commands that no note quotes: of later commits, of the files that build and
 * test the repository, and everyday ones. The notes that quote the same program with the same subcommands matter; for a program
 * without subcommands, those that quote it with the same options. Those that share some options are neither right nor wrong.
 */
export function commandCases(
  lineage: Lineage,
  notes: readonly FixNote[],
  project: string,
  random: () => number,
): readonly Case[] {
  const all = notes.flatMap((note) => note.commands.map((command) => ({ note, command })));
  const matching = (asked: Command) =>
    new Set(all.flatMap(({ note, command }) => (command.key === asked.key ? [note.id] : [])));
  const similar = (asked: Command) =>
    new Set(all.flatMap(({ note, command }) => (isSimilar(command, asked) ? [note.id] : [])));
  const made = (asked: Command, line: string, kind: string, from: string): Case => {
    const matters = matching(asked);
    return {
      action: { moment: 'before_command', command: line },
      project,
      matters,
      either: new Set([...similar(asked)].filter((id) => !matters.has(id))),
      kind,
      source: `${project} ${from} [${asked.key}] from \`${asked.line.slice(0, 120)}\``,
    };
  };
  const quoted = all.flatMap(({ note, command }) => {
    if (!tellsApart(command) || matching(command).size > MOST_QUOTING) return [];
    const line = otherArguments(command, random);
    return [made(command, line, 'quoted', note.commit.id.slice(0, 10))];
  });
  const later = lineage.future.flatMap(({ id, body }) =>
    commandsIn(body).map((command) => ({ command, from: id.slice(0, 10), kind: 'later' })),
  );
  const own = buildCommands(lineage).map((line) => ({ line, kind: 'build', from: 'build files' }));
  const everyday = EVERYDAY.map((line) => ({ line, kind: 'everyday', from: 'everyday' }));
  const plain = [...own, ...everyday].flatMap(({ line, ...rest }) => {
    const command = commandOf(line);
    return command ? [{ command: { ...command, line }, ...rest }] : [];
  });
  const seen = new Set<string>();
  const unknown = [...shuffled(later, random).slice(0, MOST.plain / 3), ...shuffled(plain, random)]
    .filter(({ command }) => {
      const isNew = !seen.has(command.line);
      seen.add(command.line);
      return isNew && matching(command).size === 0 && similar(command).size === 0;
    })
    .slice(0, MOST.plain)
    .map(({ command, kind, from }) => made(command, command.line, kind, from));
  return [...shuffled(quoted, random).slice(0, MOST.commands), ...unknown];
}

/** Nothing is said by a program alone. */
const tellsApart = ({ subcommands, options }: Command) => subcommands.length + options.length > 0;

/** The same program without subcommands, and some of its options. */
function isSimilar(one: Command, other: Command): boolean {
  if (one.program !== other.program || one.key === other.key) return false;
  if (one.subcommands.length > 0 || other.subcommands.length > 0)
    return one.subcommands[0] === other.subcommands[0];
  return one.options.some((option) => other.options.includes(option));
}

/** The commands with which a repository is built and tested at HEAD. */
function buildCommands(lineage: Lineage): readonly string[] {
  const files = lineage
    .tree(lineage.head)
    .filter((path) =>
      /^(?:package\.json|Makefile|GNUmakefile|Rakefile|tox\.ini|\.travis\.yml|\.cirrus\.yml|\.github\/workflows\/[^/]+\.ya?ml|\.circleci\/config\.yml)$/.test(
        path,
      ),
    );
  const lines = files.flatMap((path) => {
    const text = lineage.bytes(lineage.head, path)?.toString() ?? '';
    if (path === 'package.json') return scriptsIn(text);
    if (path.endsWith('akefile'))
      return [...text.matchAll(/^\t[@-]?(.+)$/gm)].map(([, line = '']) => line);
    const single = [...text.matchAll(/^\s*(?:- )?run: *([^|>\s].*)$/gm)];
    const blocks = [
      ...text.matchAll(/^( *)(?:- )?(?:run|script): *[|>][-+]?\n((?:\1 +.*\n|\n)+)/gm),
    ];
    return [
      ...single.map(([, line = '']) => line),
      ...blocks.flatMap(([, , block = '']) => block.split('\n').map((line) => line.trim())),
    ];
  });
  return [...new Set(lines)].filter((line) => /^[a-z.]/.test(line) && line.length < 200);
}

function scriptsIn(text: string): readonly string[] {
  const { scripts = {} } = JSON.parse(text) as { scripts?: Readonly<Record<string, string>> };
  return [...Object.values(scripts), ...Object.keys(scripts).map((name) => `npm run ${name}`)];
}

/** The error texts that notes quote. */
export const errorTextsOf = (notes: readonly FixNote[]): readonly ErrorText[] =>
  notes.flatMap(({ errors }) => errors);
