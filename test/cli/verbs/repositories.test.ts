import { expect, test } from 'vitest';
import { checkoutOf, SECRET } from '../../support/checkoutOf.js';
import { commitAll, emptyRepository, git, write } from '../../support/gitRepository.js';
import { runHere } from '../../support/runHere.js';
import { agentHome } from '../../support/transcripts.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

const ran = async (cwd: string, ...args: readonly string[]) => {
  const { code, output } = await vault.shown(args, { cwd });
  expect(code, output).toBe(0);
  expect(output).not.toContain(SECRET);
  return output;
};

const listed = async () => (await vault.client().GET('/api/v1/repositories')).data;

test('verbs in a checkout mean its repository, and an admin binds one anew', async () => {
  const acme = checkoutOf('github.com/acme/api');
  const other = checkoutOf('github.com/else/api');
  await ran(acme, 'save', 'The heron stands in the water', '--dry-run');
  expect(await listed()).toEqual([]);
  const none = await vault.shown(['repositories'], { cwd: acme });
  expect(none).toMatchObject({ code: 3, output: expect.stringContaining('a Git remote adds it') });
  await ran(acme, 'save', 'The heron stands in the water');
  await ran(other, 'save', 'The otter swims in the water');
  for (const verb of ['context', 'timeline']) {
    expect(await ran(acme, verb)).toContain('The heron');
    expect(await ran(acme, verb)).not.toContain('The otter');
    expect(await ran(other, verb)).toContain('The otter');
    // Here as for an agent, `api` is the project of the repository.
    expect(await ran(other, verb, 'api')).toContain('The otter');
    expect(await ran(other, verb, 'acme/api')).toContain('The heron');
    expect(await ran(acme, verb, 'else/api')).toContain('The otter');
  }
  expect(await ran(acme, 'search', 'water', '--project', 'github.com/else/api')).toContain('otter');
  expect(await ran(other, 'search', 'water', '--alone', '--project', 'api')).toContain('otter');
  await ran(other, 'save', 'The newt hides in the reeds', '--project', 'api');
  expect(await ran(other, 'timeline')).toContain('The newt');
  const table = await ran(acme, 'repositories');
  expect(table).toMatch(/github\.com\/acme\/api +api /);
  expect(table).toMatch(/github\.com\/else\/api +else\/api /);

  const moved = checkoutOf('gitlab.com/acme/backend');
  expect(await ran(moved, 'repositories', 'gitlab.com/acme/backend', 'api')).toContain(
    'gitlab.com/acme/backend is the project api from now on',
  );
  expect(await ran(moved, 'context')).toContain('The heron');
});

test('a repository without a project, and what is no repository, change nothing', async () => {
  const before = await listed();
  for (const [words, why] of [
    [['github.com/acme/api'], 'name the project after'],
    [['https://github.com/acme/api', 'api'], 'such as github.com/acme/api'],
    [['github.com/acme/api', '..'], 'must not be'],
  ] as const) {
    const { code, output } = await vault.shown(['repositories', ...words]);
    expect(code).not.toBe(0);
    expect(output).toContain(why);
  }
  expect(await listed()).toEqual(before);
});

/** A repository with a commit that gives a cause. */
function history(owner: string, cause: string): string {
  const root = emptyRepository();
  git(root, 'remote', 'add', 'origin', `git@example.org:${owner}/till.git`);
  write(root, 'src/till.ts', cause);
  commitAll(
    root,
    '2026-01-02',
    `fix: round the till\n\nThe root cause was that the ${cause} of each line were rounded down, so the sum of a long bill was wrong.`,
  );
  return root;
}

test('an import of a history goes to the project of its repository', async () => {
  const first = history('acme', 'cents');
  const second = history('else', 'pence');
  await ran(first, 'import', 'git', '.', '--dry-run');
  expect((await listed()).map(({ project }) => project)).not.toContain('till');
  for (const root of [first, second]) await ran(root, 'import', 'git', '.', '--yes');
  const { data } = await vault.client().GET('/api/v1/inbox', { params: { query: {} } });
  expect(
    Object.fromEntries(
      data.map(({ content, project }) => [project, /cents|pence/.exec(content)?.[0]]),
    ),
  ).toEqual({
    till: 'cents',
    'else/till': 'pence',
  });
});

/** A transcript of Claude Code, of which one note is to be kept. */
function transcriptOf(cwd: string, session: string, timestamp: string): string {
  const said = [
    'Mend the worker.',
    `The root cause was that the \`${session}\` closes its socket too early.`,
  ];
  const lines = said.map((content, i) => {
    const type = i === 0 ? 'user' : 'assistant';
    const message = { role: type, content };
    const uuid = `${session}${i}`;
    return JSON.stringify({ type, uuid, sessionId: session, timestamp, cwd, message });
  });
  return lines.join('\n');
}

const OLD = '2026-11-20T09:30:00Z';

const sessionsByName = async () => {
  const { data } = await vault.client().GET('/api/v1/sessions/all', { params: { query: {} } });
  return Object.fromEntries(data.map(({ client_ref, project }) => [client_ref, project]));
};

test('an import into the short name goes to the project of the checkout', async () => {
  for (const owner of ['acme', 'else']) {
    const root = checkoutOf(`example.org/${owner}/well`);
    write(root, 'CLAUDE.md', `# Water\n\nThe pump of ${owner} leaks.\n`);
    await ran(root, 'import', 'notes', 'CLAUDE.md', '--project', 'well', '--yes');
  }
  for (const [project, owner] of [
    ['well', 'acme'],
    ['else/well', 'else'],
  ] as const) {
    const params = { path: { project }, query: {} };
    const { data } = await vault.client().GET('/api/v1/timeline/{project}', { params });
    expect(data.map(({ content }) => content).join()).toContain(`pump of ${owner}`);
    expect(data).toHaveLength(1);
  }
});

test('a backfill goes by the folder of each conversation to the project of its repository', async () => {
  const home = agentHome();
  for (const owner of ['acme', 'else']) {
    const transcript = transcriptOf(checkoutOf(`example.org/${owner}/shop`), owner, OLD);
    home.write(`.claude/projects/x/${owner}.jsonl`, transcript);
  }
  const env = { HOME: home.path };
  const { code, output } = await vault.shown(['backfill', '--yes'], { env });
  expect(code, output).toBe(0);
  expect(await sessionsByName()).toMatchObject({ acme: 'shop', else: 'else/shop' });
});

test('a backfill gives a repository the name that is free when it is bound, also in a rehearsal', async () => {
  const home = agentHome();
  const acme = checkoutOf('example.org/acme/kiosk');
  const other = checkoutOf('example.org/else/kiosk');
  const goingOn = new Date(Date.now() - 60_000).toISOString();
  for (const [name, cwd, at] of [
    ['1-now', other, goingOn],
    ['2-acme', acme, OLD],
    ['3-else', other, OLD],
  ] as const)
    home.write(`.claude/projects/x/${name}.jsonl`, transcriptOf(cwd, name, at));
  const run = (...args: readonly string[]) =>
    runHere(['backfill', '--format', 'json', ...args], {
      env: { PATH: process.env.PATH, ...vault.env, HOME: home.path },
      cwd: vault.dataDir,
    });
  const { stdout } = await run('--dry-run');
  const each = { session: 1, learning: 1 };
  expect(JSON.parse(stdout).projects).toEqual({ kiosk: each, 'else/kiosk': each });
  expect((await listed()).map(({ project }) => project)).not.toContain('kiosk');
  const { code } = await run('--yes');
  expect(code).toBe(0);
  expect(await sessionsByName()).toMatchObject({ '2-acme': 'kiosk', '3-else': 'else/kiosk' });
  const { data } = await vault.client().GET('/api/v1/inbox', { params: { query: {} } });
  const proposed = data.map(({ content, project }) => [/\d-\w+/.exec(content)?.[0], project]);
  expect(Object.fromEntries(proposed)).toMatchObject({ '2-acme': 'kiosk', '3-else': 'else/kiosk' });
});
