import { expect, test } from 'vitest';
import { codesIn, namesCommand } from '../../src/moments/namedCommands.js';
import {
  commandsIn,
  isSameCommand,
  isTelling,
  onlyLooks,
  type ShellCommand,
} from '../../src/moments/shellCommands.js';

const said = (line: string) => commandsIn(line).map(({ words }) => words.join(' '));
const one = (line: string): ShellCommand => commandsIn(line)[0] ?? { words: [], flags: [] };

test.each([
  ['npm run build:web -- --watch 2>&1 | tail -5', ['npm run build:web']],
  ['cd web && FOO=1 sudo npm test; git push', ['npm test', 'git push']],
  ['./node_modules/.bin/vitest run test/a.test.ts', ['vitest run']],
  ['python -m pytest -x tests/', ['pytest']],
  ['node scripts/release.js --dry', ['release.js']],
  ['bash ./deploy.sh prod', ['deploy.sh prod']],
  ['git commit -m "fix && git push"', ['git commit']],
  ['npx prisma migrate deploy\nmake lint', ['prisma migrate deploy', 'make lint']],
  ['mysql -p hunter2 shop', ['mysql']],
  ['bundle exec rake spec', ['rake spec']],
  ['bundle exec', []],
  ['npm --prefix=web run build', ['npm run build']],
  ['NODE_ENV="production" npm run build', ['npm run build']],
  ['sudo -u app npm test', ['npm test']],
  ['npx --yes prisma migrate', ['prisma migrate']],
  ['timeout 30 make check', ['make check']],
  ["cat > notes.md <<'EOF'\ngit push --force\nEOF\ngit pull origin", ['git pull origin']],
  ['ls -la; cat a.txt | grep x', []],
  ['echo "unclosed', []],
  ['', []],
])('the commands of %j', (line, commands) => {
  expect(said(line)).toEqual(commands);
});

test.each([
  ['git push', true],
  ['deploy.sh', true],
  ['npm run build', true],
  ['git', false],
  ['npm run', false],
  ['docker compose', false],
  ['rubocop --only x', true],
  ['python3 -c "print(1)"', false],
])('whether %j says what is done: %s', (line, telling) => {
  expect(isTelling(one(line))).toBe(telling);
});

test.each([
  ['ls -la; cat a.txt | grep x', true],
  ['cat a.txt && npm test', false],
  ['NODE_ENV="production" npm run build', false],
  ['', false],
])('whether %j only looks at things: %s', (line, looks) => {
  expect(onlyLooks(line)).toBe(looks);
});

test('flags are kept without values', () => {
  expect(one('mysql --password=hunter2 --user me -x').flags).toEqual([
    '--password',
    '--user',
    '-x',
  ]);
});

test.each([
  ['git push origin dev', 'git push origin main', true],
  ['git push --force', 'git push', true],
  ['git push', 'git push --force', false],
  ['npm run build', 'npm run test', false],
  ['docker compose up web', 'docker compose up', true],
  ['make build', 'make lint', false],
])('whether %j is what a note names as %j: %s', (done, named, same) => {
  expect(isSameCommand(one(done), one(named))).toBe(same);
});

test('a command is found in prose, with its flags', () => {
  const force = one('git push --force origin dev');
  expect(namesCommand('Never git push --force to main.', force)).toBe(true);
  expect(namesCommand('Never git push --force to main.', one('git push origin dev'))).toBe(false);
  expect(namesCommand('A git commit stands before a git push.', one('git push'))).toBe(true);
  expect(namesCommand('legit push', one('git push'))).toBe(false);
});

test('code stands between backticks, in fences and behind a prompt', () => {
  const text = 'Run `make a`.\n\n```sh\nmake b\nmake c\n```\n\n    $ make d\n> make e\nmake f';
  expect(codesIn(text)).toEqual(['make a', 'make b\nmake c', 'make d', 'make e']);
});

test.each([
  'git '.repeat(50_000),
  '"'.repeat(100_000),
  '`'.repeat(100_000),
  `git push${' \\'.repeat(50_000)}`,
  '```\n'.repeat(30_000),
])('a long text of one kind does not take longer for its length: %#', (text) => {
  expect(commandsIn(text).length).toBeLessThanOrEqual(20);
  expect(codesIn(text).length).toBeLessThan(text.length);
  expect(namesCommand(text, one('git push'))).toBeTypeOf('boolean');
});
