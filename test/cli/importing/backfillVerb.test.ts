import { appendFileSync, linkSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Database } from '../../../src/sqlite/database.js';
import { commitAll, emptyRepository, git, write } from '../../support/gitRepository.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { type AgentHome, agentHome, type KeptAgent } from '../../support/transcripts.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

/** A new home in which agents have worked. Each has its own conversations, so that one test sees nothing of another. */
function homeWith(...agents: readonly KeptAgent[]) {
  const home = agentHome();
  for (const agent of agents) home.keep(agent);
  const env = { HOME: home.path };
  const runIn = async (cwd: string, ...words: readonly string[]) => {
    const { code, output } = await vault.shown(['backfill', ...words], { env, cwd });
    return { code, output };
  };
  const run = (...words: readonly string[]) => runIn(temporaryDirectory(), ...words);
  const json = async (...words: readonly string[]) => {
    const { output } = await run(...words, '--format', 'json');
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1));
  };
  return { ...home, run, runIn, json };
}

const head = async () => (await vault.client().GET('/admin/log')).data.head;

async function proposed(): Promise<readonly string[]> {
  const titles: string[] = [];
  for await (const { title } of vault.client().inbox()) titles.push(title);
  return titles;
}

/** A conversation of Claude Code that gives two notes. */
function talk(home: AgentHome, sessionId: string, timestamp: string): void {
  const said = [
    'Mend the worker of the shop.',
    'The root cause was that the `worker` closes its socket too early.',
    'Why?',
    'It turned out that the `reader` counts bytes and not characters.',
  ];
  const lines = said.map((content, i) => {
    const type = i % 2 === 0 ? 'user' : 'assistant';
    const message = { role: type, content };
    const uuid = `${sessionId}-${i}`;
    return JSON.stringify({ type, uuid, sessionId, timestamp, cwd: home.project, message });
  });
  home.write(`.claude/projects/x/${sessionId}.jsonl`, lines.join('\n'));
}

test('a dry run says what there is and what would come of it, and stores nothing', async () => {
  const home = homeWith('claude-code', 'codex');
  const before = await head();
  const { code, output } = await home.run('--dry-run');
  expect(code).toBe(0);
  expect(output).toMatch(/claude-code +~\/\.claude\/projects +1 +2026-11-28 +2026-11-28 +\d+ kB/);
  expect(output).toContain('shop: 2 sessions, 1 bugfix, 3 learnings, 1 decision');
  expect(output).toContain('bugfix, such as:\n  npm test fails with');
  expect(output).toContain('7 to store');
  expect(await head()).toBe(before);
  const report = await home.json('--dry-run');
  expect(report).toMatchObject({ source: 'backfill', dry_run: true, stored: 7, refused: 0 });
  expect(report.found).toMatchObject([{ source: 'claude-code' }, { source: 'codex' }]);
  expect(report.projects).toEqual({ shop: { session: 2, bugfix: 1, learning: 3, decision: 1 } });
});

test('all of it is one run: it is proposed once, grows with its transcripts, and can be taken back', async () => {
  const home = homeWith('claude-code', 'gemini', 'opencode', 'codex');
  const file = home.keep('claude-code');
  const first = await home.json('--yes');
  // Three sessions of OpenCode; one more was an agent's own.
  expect(first).toMatchObject({ stored: 11, same: 0, skipped: 1, refused: 0 });
  expect(await proposed()).toHaveLength(5);
  const position = await head();
  const again = await home.json('--yes');
  expect(again).toMatchObject({ stored: 0, same: 11, revised: 0, refused: 0 });
  expect(await head()).toBe(position);

  const more = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.includes('It fails for a reason'));
  const grown = (more[0] ?? '')
    .replace(
      'It fails for a reason of its own.',
      'It turned out that the `check` needs a running database.',
    )
    .replace(/"uuid":"[^"]+"/, '"uuid":"11111111-1111-4111-8111-111111111111"');
  appendFileSync(file, `${grown}\n`);
  expect(await home.json('--yes')).toMatchObject({ stored: 1, same: 11, refused: 0 });
  expect(await proposed()).toContain('It turned out that the `check` needs a running database.');

  const imports = await vault.shown(['import', '--list'], { env: { HOME: home.path } });
  expect(imports.output).toMatch(/backfill +5 notes, 6 sessions/);
  const undone = await home.run('--undo', first.run.slice(-8));
  expect(undone).toMatchObject({ code: 0, output: expect.stringMatching(/^11 forgotten/) });
  expect(await proposed()).toEqual(['It turned out that the `check` needs a running database.']);
  const anew = await home.json('--yes');
  expect(anew).toMatchObject({ stored: 11, same: 1, refused: 0 });
  // Ids are those of the conversations: the other tests have the same ones.
  await home.run('--undo', anew.run);
});

test('a session that a hook has recorded is not doubled, and keeps its goal and its state', async () => {
  const home = homeWith('claude-code');
  const client = vault.client();
  // Another project than in the other tests.
  const project = 'hooked';
  home.write('work/shop/.memory-vault.json', JSON.stringify({ project }));
  const client_ref = '9f9292dd-8f94-4869-9e2b-ffdeed78298a';
  const body = { project, agent: 'claude-code', client_ref, goal: 'of the hook' };
  const { data: started } = await client.POST('/api/v1/sessions', { body });
  const title = 'Books are taxed at the reduced rate of 7 percent.';
  await client.POST('/api/v1/observations', {
    // As passive capture does.
    body: {
      project,
      session_id: started.id,
      type: 'learning',
      title,
      content: title,
      state: 'proposed',
    },
  });
  await home.json('--yes');
  const { data } = await client.GET('/api/v1/sessions/all', { params: { query: { project } } });
  expect(data).toMatchObject([{ id: started.id, goal: 'of the hook', state: 'active' }]);
  const titles: string[] = [];
  for await (const note of client.inbox({ project })) {
    expect(note.session_id).toBe(started.id);
    titles.push(note.title);
  }
  expect(titles).toHaveLength(5);
  expect(titles.filter((one) => one === title)).toHaveLength(1);
});

test('a session that a hook has recorded in another project is not doubled in that of the folder', async () => {
  const home = homeWith();
  home.write('work/shop/.memory-vault.json', JSON.stringify({ project: 'by-folder' }));
  talk(home, 'elsewhere', '2026-11-20T09:00:00Z');
  const client = vault.client();
  const project = 'by-variable';
  const body = { project, agent: 'claude-code', client_ref: 'elsewhere', goal: 'of the hook' };
  const { data: started } = await client.POST('/api/v1/sessions', { body });
  expect(await home.json('--yes')).toMatchObject({ stored: 2, same: 1, refused: 0, skipped: 0 });
  const sessions: unknown[] = [];
  for await (const { id, client_ref } of client.sessions())
    if (client_ref === 'elsewhere') sessions.push(id);
  expect(sessions).toEqual([started.id]);
  const notes: unknown[] = [];
  for await (const { session_id } of client.inbox({ project })) notes.push(session_id);
  expect(notes).toEqual([started.id, started.id]);
});

test('a conversation that was forked doubles no note between runs, and brings back none that was refused', async () => {
  const home = homeWith();
  const project = 'forked';
  home.write('work/shop/.memory-vault.json', JSON.stringify({ project }));
  talk(home, 'ffff', '2026-11-20T09:00:00Z');
  expect(await home.json('--yes')).toMatchObject({ stored: 3 });
  const client = vault.client();
  const waiting = async () => {
    const all: string[] = [];
    for await (const { id } of client.inbox({ project })) all.push(id);
    return all;
  };
  const [refuse = '', ...others] = await waiting();
  await client.POST('/api/v1/inbox', { body: { refuse: [refuse] } });
  // Before the other one by its name, and written later.
  talk(home, 'aaaa', '2026-11-21T09:00:00Z');
  const again = await home.run('--yes');
  expect(again.output).toContain('1 stored');
  expect(again.output).toContain('was forgotten here: it is not taken in again');
  // Only a session was stored.
  expect(again.output).not.toContain('memory-vault inbox');
  expect(await waiting()).toEqual(others);
});

test('one that cannot be read hides no other, and is said to people and to programs', async () => {
  const home = homeWith('codex');
  home.write('work/shop/.memory-vault.json', JSON.stringify({ project: 'odd' }));
  symlinkSync('loop.jsonl', join(home.path, '.codex/sessions/2026/11/28/loop.jsonl'));
  home.write('.local/share/opencode/opencode.db', 'no database');
  const dry = await home.json('--dry-run');
  expect(dry.projects).toMatchObject({ odd: { session: 1 } });
  const [reason] = dry.left_out;
  expect(reason).toMatchObject({
    reason: 'it is a link or a socket',
    rows: ['~/.codex/sessions/2026/11/28/loop.jsonl'],
  });
  const done = await home.json('--yes');
  expect(done.found).toMatchObject([
    { source: 'codex', sessions: 2 },
    { source: 'opencode', problem: 'it is damaged, or is not a database' },
  ]);
  await home.run('--undo', done.run);
});

test('only what is wanted is read', async () => {
  const home = homeWith('claude-code', 'codex');
  expect((await home.json('--dry-run', '--agent', 'codex')).found).toMatchObject([
    { source: 'codex' },
  ]);
  const other = await home.run('--dry-run', '--project', 'bank');
  expect(other).toMatchObject({
    code: 3,
    output: expect.stringContaining('no session matches these options'),
  });
  const late = await home.run('--dry-run', '--since', '2027-01-01');
  expect(late.code).toBe(3);
  for (const since of ['yesterday', '2027', '20270101']) {
    const wrong = await home.run('--dry-run', '--since', since);
    expect(wrong).toMatchObject({
      code: 2,
      output: expect.stringContaining('--since must be a day'),
    });
  }
});

test('a report takes the place of another report, and of nothing else', async () => {
  const home = homeWith('claude-code', 'opencode');
  const file = home.keep('claude-code');
  const link = join(home.path, 'link');
  symlinkSync(file, link);
  const twin = join(home.path, 'twin');
  linkSync(file, twin);
  const database = join(home.path, '.local/share/opencode/opencode.db');
  const ofGit = join(home.project, '.git/HEAD');
  const before = [file, database, ofGit].map((one) => readFileSync(one, 'latin1'));
  for (const report of [file, link, twin, database, ofGit])
    expect(await home.run('--dry-run', '--report', report)).toMatchObject({
      code: 2,
      output: expect.stringContaining(`--report FILE: ${report} exists and is not a report`),
    });
  expect([file, database, ofGit].map((one) => readFileSync(one, 'latin1'))).toEqual(before);
  const report = join(home.path, 'report');
  for (const _ of ['first', 'again'])
    expect((await home.run('--dry-run', '--report', report)).code).toBe(0);
  const lines = readFileSync(report, 'utf8').trim().split('\n');
  expect(lines).toHaveLength((await home.json('--dry-run')).read);
});

test('a folder that cannot be read, and a time that is none, hide nothing else', async () => {
  const home = homeWith('codex', 'opencode');
  mkdirSync(join(home.path, '.claude'));
  symlinkSync('projects', join(home.path, '.claude/projects'));
  home.write('.gemini/tmp', 'a file');
  const db = new Database(join(home.path, '.local/share/opencode/opencode.db'));
  db.exec("UPDATE session SET time_updated = 'never'");
  db.close();
  const { found, stored } = await home.json('--dry-run');
  expect(found).toMatchObject([
    { source: 'claude-code', problem: expect.any(String) },
    { source: 'codex', sessions: 1 },
    { source: 'gemini', problem: expect.any(String) },
    { source: 'opencode', sessions: 4 },
  ]);
  expect(found[3]).not.toHaveProperty('from');
  expect(stored).toBeGreaterThan(0);
});

test('on a terminal it asks about records that were revised, too', async () => {
  const home = homeWith();
  const repository = join(home.path, 'work', 'records');
  mkdirSync(repository);
  emptyRepository(repository);
  const record = (why: string) =>
    write(repository, 'docs/adr/1-use-x.md', `# 1. Use X\n\n## Decision\n\nUse X: ${why}.\n`);
  record('it is there');
  commitAll(repository);
  expect((await home.runIn(repository, '--yes')).code).toBe(0);
  record('it is there, and small');
  commitAll(repository);
  const asked = vault.opened(['backfill'], { env: { HOME: home.path }, cwd: repository });
  await asked.shows(/Revise 1 note\?/);
  asked.press('y');
  expect(await asked.ended).toBe(0);
  expect(asked.output()).toContain('1 revised');
});

test('without an agent there is nothing to do, and without a terminal nobody is asked', async () => {
  const home = homeWith();
  expect(await home.run('--dry-run')).toMatchObject({
    code: 3,
    output: expect.stringContaining('no transcript of a known agent'),
  });
  const { code, stderr } = await vault.piped(['backfill', '--project', 'my shop']);
  expect(code).toBe(2);
  expect(stderr).toContain("memory-vault backfill --project 'my shop' --dry-run shows");
});

test('on a terminal it asks how much is to be recorded and proposed', async () => {
  const home = homeWith('codex');
  home.write('work/shop/.memory-vault.json', JSON.stringify({ project: 'asked' }));
  const options = { env: { HOME: home.path }, cwd: join(home.path, 'work') };
  const asked = vault.opened(['backfill'], options);
  await asked.shows(/Record 1 session and propose 5 notes\?/);
  asked.press('n');
  expect(await asked.ended).toBe(0);
  expect(asked.output()).toContain('nothing was stored');
  expect((await home.json('--dry-run')).stored).toBe(6);
});

test('a repository that Git cannot read takes nothing away from the transcripts', async () => {
  const home = homeWith('gemini');
  const broken = temporaryDirectory();
  write(broken, '.git/HEAD', 'ref: refs/heads/main\n');
  const unread = await home.runIn(broken, '--dry-run');
  expect(unread).toMatchObject({ code: 0, output: expect.stringMatching(/\d to store/) });
  expect(unread.output).toMatch(/1: .* is in no Git repository \(git\)/);

  const damaged = emptyRepository();
  write(damaged, 'src/price.ts', '1');
  commitAll(damaged);
  const tree = git(damaged, 'rev-parse', 'HEAD^{tree}');
  rmSync(join(damaged, '.git/objects', tree.slice(0, 2), tree.slice(2)));
  const half = await home.runIn(damaged, '--yes');
  expect(half).toMatchObject({ code: 0, output: expect.stringMatching(/[1-9]\d* stored/) });
  expect(half.output).toMatch(/1: .* cannot be read by Git: .* \(git\)/);
});
