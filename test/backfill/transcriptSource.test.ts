import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Backfill, transcriptSource } from '../../src/backfill/backfillSource.js';
import { findTranscripts } from '../../src/backfill/findTranscripts.js';
import { projectKey } from '../../src/domain/names.js';
import { notesIn, rowsOf, skippedIn } from '../support/sourceFiles.js';
import { AFTERWARDS, type AgentHome, agentHome, KEPT_AGENTS } from '../support/transcripts.js';

const rows = ({ path }: AgentHome, more: Partial<Backfill> = {}) =>
  rowsOf(
    transcriptSource({
      transcripts: findTranscripts({}, path).flatMap(({ transcripts }) => transcripts),
      since: undefined,
      now: AFTERWARDS,
      home: path,
      wanted: undefined,
      known: new Set(),
      sessionHere: () => undefined,
      ...more,
    }),
  );

const sessionsIn = (all: Awaited<ReturnType<typeof rows>>) =>
  all.flatMap((row) => ('line' in row && row.line.record === 'session' ? [row.line] : []));

/** A conversation of Claude Code in a folder, one entry for each text. */
function conversation(
  home: AgentHome,
  name: string,
  {
    cwd,
    texts,
    at = '2026-11-01T10:00:00Z',
  }: { cwd: string; texts: readonly string[]; at?: string },
): string {
  const lines = texts.map((content, i) => {
    const type = i % 2 === 0 ? 'user' : 'assistant';
    const message = { role: type, content };
    return JSON.stringify({
      type,
      uuid: `${name}-${i}`,
      sessionId: name,
      timestamp: at,
      cwd,
      message,
    });
  });
  return home.write(`.claude/projects/a/${name}.jsonl`, lines.join('\n'));
}

test('each agent gives a session as its hook would call it, and the same notes, which are proposed', async () => {
  const home = agentHome();
  for (const agent of KEPT_AGENTS) if (agent !== 'claude-code-agents') home.keep(agent);
  const all = await rows(home, { clean: async (text) => text });
  const [session] = sessionsIn(all);
  expect(session).toMatchObject({
    project: 'shop',
    agent: 'claude-code',
    client_ref: '9f9292dd-8f94-4869-9e2b-ffdeed78298a',
    goal: 'The test of the VAT fails. Make it pass, and never round prices in this project.',
    state: 'ended',
    started_at: '2026-11-28T09:57:58Z',
  });
  expect(session?.summary).toBe('It fails for a reason of its own.');
  const notes = notesIn(all);
  // What the other agents say in the same words is not said again.
  expect(notes.map(({ title, type }) => `${type}: ${title}`)).toEqual([
    'bugfix: npm test fails with "AssertionError: expected the reduced rate 7, got 19"',
    'learning: Books are taxed at the reduced rate of 7 percent.',
    'learning: `npm test` reads src/vat.ts as text, so a renamed constant fails it.',
    'decision: Make it pass, and never round prices in this project.',
    'learning: The root cause was the standard rate in `src/vat.ts`: books are taxed at the reduced rate.',
  ]);
  for (const note of notes)
    expect(note).toMatchObject({ state: 'proposed', session_id: session?.id, project: 'shop' });
  expect(notes[0]).toMatchObject({
    content: expect.stringContaining('It worked once src/vat.ts was changed.'),
    anchors: [{ path: 'src/vat.ts', branch: 'main' }],
  });
  expect(skippedIn(all).map(([, reason]) => reason)).toEqual([
    'it is a conversation of an agent with itself, for a part of its work',
  ]);
});

test('a conversation that has grown gives what it gave before, and more', async () => {
  const home = agentHome();
  const cwd = home.project;
  const file = conversation(home, 's1', {
    cwd,
    texts: ['Mend it.', 'The root cause was a stale lock in the pool.'],
  });
  const before = await rows(home);
  appendFileSync(
    file,
    `\n${readFileSync(
      conversation(home, 's2', { cwd, texts: ['We decided to keep the ledger append-only here.'] }),
      'utf8',
    )
      .replaceAll('s2', 's1')
      .replace('s1-0', 's1-9')}`,
  );
  rmSync(join(home.path, '.claude/projects/a/s2.jsonl'));
  const after = await rows(home);
  const ids = (all: typeof before) =>
    all.flatMap((row) => ('line' in row ? [(row.line as { id: string }).id] : []));
  expect(ids(after)).toEqual(expect.arrayContaining(ids(before)));
  expect(notesIn(after)).toHaveLength(2);
});

test('the project is that of the recorded folder, whatever is said and set', async () => {
  const home = agentHome();
  const bank = join(home.path, 'work', 'bank');
  mkdirSync(join(bank, 'src'), { recursive: true });
  writeFileSync(join(bank, '.memory-vault.json'), '{"project":"Bank","goal":false}');
  const texts = [
    'In the project shop, never round prices. We decided to pay the baker in advance.',
    'The root cause was a stale lock in the pool.',
  ];
  conversation(home, 's1', { cwd: join(bank, 'src'), texts });
  process.env.VAULT_PROJECT = 'other';
  process.env.CLAUDE_PROJECT_DIR = home.project;
  try {
    const all = await rows(home);
    expect(sessionsIn(all)).toMatchObject([{ project: 'Bank' }]);
    // The folder says that no prompt is to be kept: neither as a goal nor in a note.
    expect(sessionsIn(all)[0]?.goal).toBeUndefined();
    expect(notesIn(all).map(({ title }) => title)).toEqual([texts[1]]);
    expect(new Set(notesIn(all).map(({ project }) => project))).toEqual(new Set(['Bank']));
    expect(await rows(home, { wanted: 'shop' })).toEqual([]);
  } finally {
    delete process.env.VAULT_PROJECT;
    delete process.env.CLAUDE_PROJECT_DIR;
  }
});

test('a folder that is gone counts for a project that is known or named, and no other', async () => {
  const home = agentHome();
  conversation(home, 's1', { cwd: '/srv/work/gone', texts: ['Mend it.', 'Done.'] });
  const [[, reason] = []] = skippedIn(await rows(home));
  expect(reason).toMatch(/its folder is gone.*--project NAME/);
  const known = new Set([projectKey('Gone')]);
  expect(sessionsIn(await rows(home, { known }))).toMatchObject([{ project: 'gone' }]);
  expect(sessionsIn(await rows(home, { wanted: 'gone' }))).toMatchObject([{ project: 'gone' }]);
});

test('what is of no project, empty, or still going on is left out with a reason', async () => {
  const home = agentHome();
  const texts = ['Mend it.', 'Done.'];
  conversation(home, 'a', { cwd: home.path, texts });
  conversation(home, 'b', { cwd: '/tmp/scratch', texts });
  conversation(home, 'c', { cwd: home.project, texts: ['/clear'] });
  const at = new Date(AFTERWARDS - 60_000).toISOString();
  conversation(home, 'd', { cwd: home.project, texts, at });
  home.write('.claude/projects/a/e.jsonl', '{"type":"system"}\n');
  home.write('.claude/projects/a/f.jsonl', 'no JSON\nno JSON\n');
  const reasons = skippedIn(await rows(home)).map(([, reason]) => reason.split(':')[0]);
  expect(reasons).toEqual([
    'it belongs to no project',
    'it belongs to no project',
    'nobody asked anything in it',
    'it may still be going on',
    'it has no messages',
    'nothing of it can be read',
  ]);
});

test('of a session that the vault has, only what was not noted is proposed, and it stays as it is', async () => {
  const home = agentHome();
  home.keep('claude-code');
  const here = {
    id: '01KAFVVB00Q4S6T8V0X2Z4A6C9',
    project: 'Till',
    team: 'payments',
    state: 'active',
    started_at: '2026-11-28T09:57:58Z',
    titles: ['Books are taxed at the reduced rate of 7 percent. And so on.'],
  } as const;
  const asked: string[] = [];
  const all = await rows(home, {
    sessionHere: (agent, ref, project) => {
      asked.push(`${agent} ${ref} ${project}`);
      return here;
    },
  });
  expect(asked).toEqual(['claude-code 9f9292dd-8f94-4869-9e2b-ffdeed78298a shop']);
  const { titles: _, ...line } = here;
  expect(sessionsIn(all)).toEqual([
    // Whoever worked in the folder as in another project has said so to the hook.
    { record: 'session', agent: 'claude-code', ...line },
  ]);
  expect(notesIn(all).map(({ title }) => title)).not.toContain(
    'Books are taxed at the reduced rate of 7 percent.',
  );
  expect(notesIn(all)[0]).toMatchObject({ session_id: here.id, team: 'payments', project: 'Till' });
  expect(await rows(home, { sessionHere: () => here, wanted: 'shop' })).toEqual([]);
  expect(await rows(home, { sessionHere: () => here, wanted: 'till' })).toEqual(all);
});

test('no secret and no private block is in any row, also where a text is cut', async () => {
  const home = agentHome();
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const filler = 'word '.repeat(17);
  conversation(home, `s-${'x'.repeat(70)}`, {
    cwd: home.project,
    texts: [
      `${filler}use ${secret} please and never print it in this project.`,
      `<private>The root cause was my bad password in the pool.</private> It turned out that ${filler}${secret} is read from the file.\n\n## Key learnings\n- The token ${secret} has to be rotated each week.`,
    ],
  });
  const all = await rows(home);
  expect(notesIn(all).length).toBeGreaterThan(0);
  const text = JSON.stringify(all);
  expect(text).not.toContain(secret.slice(0, 8));
  expect(text).not.toContain('bad password');
});

test('hostile names and times give lines that a vault takes', async () => {
  const home = agentHome();
  const { project } = home;
  const lines = [
    {
      type: 'user',
      message: { content: 'Mend it.\u0000\ud800' },
      cwd: project,
      timestamp: '2026-11-01T10:00:00Z',
      sessionId: '01KAFVVB00Q4S6T8V0X2Z4A6C9',
      gitBranch: `a\u0000${'b'.repeat(3000)}`,
    },
    ...[
      '../../etc/passwd',
      '/etc/passwd',
      'a\\b',
      `${'d/'.repeat(60)}e`,
      'ok.ts',
      '\ud800.ts',
      `${'n'.repeat(2000)}`,
    ].map((file_path, i) => ({
      type: 'assistant',
      timestamp: '2026-11-01T10:00:00Z',
      uuid: `u${i}`,
      message: {
        content: [
          {
            type: 'tool_use',
            id: `t${i}`,
            name: 'Edit',
            input: { file_path, old_string: 'a', new_string: 'b' },
          },
        ],
      },
    })),
    ...[0, 1, 2, 3, 4, 5, 6].map((i) => ({
      type: 'user',
      timestamp: '2026-11-01T10:00:00Z',
      message: { content: [{ type: 'tool_result', tool_use_id: `t${i}`, content: '' }] },
    })),
    {
      type: 'assistant',
      timestamp: '0001-01-01T00:00:00Z',
      message: { content: 'The root cause was \ud800 a stale lock in the pool.' },
    },
    {
      type: 'assistant',
      timestamp: '2026-11-01T09:00:00Z',
      message: { content: 'The root cause was \u202e a stale lock in the pool.\u0000' },
    },
  ];
  home.write('.claude/projects/a/a.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  const all = await rows(home);
  expect(notesIn(all)).toMatchObject([{ anchors: [{ path: 'ok.ts' }] }]);
  expect(sessionsIn(all)[0]?.client_ref).toMatch(/^[0-9a-f]{32}$/);
});

test('an error is quoted without folders, times and long numbers, and with its code', async () => {
  const home = agentHome();
  const error =
    '09:31:54 Error: P3014: cannot open /srv/ann/23.db and /srv/bob/a.db (pid 40713) at 0x7f3a, port 3000';
  home.write(
    '.claude/projects/a/a.jsonl',
    home
      .fixture('claude-code.jsonl')
      .replaceAll('AssertionError: expected the reduced rate 7, got 19', error),
  );
  const [fix] = notesIn(await rows(home)).filter(({ type }) => type === 'bugfix');
  expect(fix?.content).toContain('… Error: P3014: cannot open 23.db and a.db (pid …) at …, port …');
});

test('no note says where somebody keeps his files', async () => {
  const home = agentHome();
  const entry = (type: string, content: unknown, i: number) =>
    JSON.stringify({
      type,
      uuid: `u${i}`,
      sessionId: 'paths',
      timestamp: '2026-11-01T10:00:00Z',
      cwd: home.project,
      message: { role: type, content },
    });
  const command = `cd ${home.project} && npx vitest run /home/alice/work/acme/a.test.ts`;
  const run = (id: string) => [{ type: 'tool_use', id, name: 'Bash', input: { command } }];
  const came = (tool_use_id: string, content: string, is_error: boolean) => [
    { type: 'tool_result', tool_use_id, content, is_error },
  ];
  const edit = { file_path: join(home.project, 'a.ts'), old_string: 'a', new_string: 'b' };
  const failure = `TypeError: cannot open the till "/home/alice/"\nError: no basket in ${home.project}/src/`;
  const lines: readonly (readonly [string, unknown])[] = [
    ['user', `Mend ${home.project}/src, please.`],
    ['assistant', run('1')],
    ['user', came('1', failure, true)],
    ['assistant', [{ type: 'tool_use', id: '2', name: 'Edit', input: edit }]],
    ['user', came('2', 'ok', false)],
    ['assistant', run('3')],
    ['user', came('3', 'ok', false)],
    ['assistant', `The root cause was a lock in ${home.path}/locks of /home/alice/pool.`],
  ];
  home.write(
    '.claude/projects/a/a.jsonl',
    lines.map(([type, content], i) => entry(type, content, i)).join('\n'),
  );
  const all = await rows(home);
  expect(notesIn(all)).toHaveLength(2);
  const said = all.map((row) => ('line' in row ? { ...row.line, anchors: [] } : row));
  expect(JSON.stringify(said)).not.toMatch(/alice/);
  expect(JSON.stringify(said)).not.toContain(home.path);
  expect(notesIn(all)[0]?.content).toContain('`cd . && npx vitest run ~/work/acme/a.test.ts`');
});

test('a session in two files is one, and each call of a message has a place of its own', async () => {
  const home = agentHome();
  const { project: cwd } = home;
  conversation(home, 'a', { cwd, texts: ['Mend it.', 'The root cause was a stale lock.'] });
  const other = conversation(home, 'b', {
    cwd,
    texts: ['Go on.', 'It turned out that the `reader` counts bytes and not characters.'],
    at: '2026-11-02T10:00:00Z',
  });
  writeFileSync(
    other,
    readFileSync(other, 'utf8').replaceAll('"sessionId":"b"', '"sessionId":"a"'),
  );
  const all = await rows(home);
  const [session, ...others] = sessionsIn(all);
  expect(others).toEqual([]);
  expect(notesIn(all).map(({ session_id }) => session_id)).toEqual([session?.id, session?.id]);

  const calls = ['npm test', 'npm run lint'];
  const errors = ['TypeError: the till is no basket', 'ReferenceError: the drawer is not defined'];
  const use = (n: number) => ({
    type: 'assistant',
    uuid: `u${n}`,
    content: calls.map((command, i) => ({
      type: 'tool_use',
      id: `${n}-${i}`,
      name: 'Bash',
      input: { command },
    })),
  });
  const came = (n: number, is_error: boolean) => ({
    type: 'user',
    uuid: `r${n}`,
    content: calls.map((_, i) => ({
      type: 'tool_result',
      tool_use_id: `${n}-${i}`,
      is_error,
      content: is_error ? errors[i] : 'ok',
    })),
  });
  const input = { file_path: join(cwd, 'a.ts'), old_string: 'a', new_string: 'b' };
  const edit = { type: 'tool_use', id: 'e', name: 'Edit', input };
  const lines = [
    { type: 'user', uuid: 'u0', content: 'Mend both.' },
    use(1),
    came(1, true),
    { type: 'assistant', uuid: 'e1', content: [edit] },
    { type: 'user', uuid: 'e2', content: [{ type: 'tool_result', tool_use_id: 'e', content: '' }] },
    use(2),
    came(2, false),
  ].map(({ type, uuid, content }) =>
    JSON.stringify({
      type,
      uuid,
      sessionId: 'both',
      cwd,
      timestamp: '2026-11-03T10:00:00Z',
      message: { content },
    }),
  );
  home.write('.claude/projects/b/both.jsonl', lines.join('\n'));
  const fixes = notesIn(await rows(home)).filter(({ type }) => type === 'bugfix');
  expect(new Set(fixes.map(({ id }) => id)).size).toBe(2);
});

test('a note keeps its id where the files of its project move', async () => {
  const home = agentHome();
  const told = (folder: string) =>
    `The root cause was that the worker in ${folder}/src/a.ts closes its socket too early.`;
  const idsBelow = async (cwd: string) => {
    mkdirSync(cwd, { recursive: true });
    conversation(home, 'moved', { cwd, texts: ['Mend the worker.', told(cwd)] });
    const all = await rows(home, { known: new Set([projectKey('shop')]) });
    return notesIn(all).map(({ id }) => id);
  };
  const before = await idsBelow(home.project);
  expect(before).toHaveLength(1);
  expect(await idsBelow(join(home.project, 'api'))).toEqual(before);
});

test('what says no time, or one that has not come, was said when something was said before it', async () => {
  const home = agentHome();
  const at = '2026-11-01T10:00:00Z';
  const lines = [
    { sessionId: 'g' },
    { id: '1', type: 'gemini', content: 'It turned out that the `reader` counts bytes.' },
    { id: '2', type: 'user', timestamp: at, content: 'Mend it.' },
    { id: '3', type: 'gemini', content: 'The root cause was a `worker` that closes its socket.' },
    { id: '4', type: 'gemini', timestamp: '9998-01-01T00:00:00Z', content: 'I am done.' },
  ];
  home.write('.gemini/tmp/shop/.project_root', home.project);
  home.write('.gemini/tmp/shop/chats/a.jsonl', lines.map((one) => JSON.stringify(one)).join('\n'));
  const all = await rows(home);
  expect(notesIn(all).map(({ created_at }) => created_at)).toEqual([at, at]);
  expect(sessionsIn(all)).toMatchObject([{ started_at: at, ended_at: at, summary: 'I am done.' }]);
});

test('what stands around a folder that is gone says nothing of it, unless the vault knows it', async () => {
  const home = agentHome();
  const cwd = join(home.project, 'clients', 'acme');
  conversation(home, 'gone', { cwd, texts: ['Mend the client of ACME.', 'Done.'] });
  expect(skippedIn(await rows(home))).toEqual([
    [expect.stringContaining('gone.jsonl'), expect.stringContaining('its folder is gone')],
  ]);
  const known = await rows(home, { known: new Set([projectKey('shop')]) });
  expect(sessionsIn(known)).toMatchObject([{ project: 'shop' }]);
});
