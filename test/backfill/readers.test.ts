import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findTranscripts } from '../../src/backfill/findTranscripts.js';
import { promptIn } from '../../src/backfill/readers/parts.js';
import type { Said, Transcript } from '../../src/backfill/transcript.js';
import { runs } from '../support/depth.js';
import { type AgentHome, agentHome, KEPT_AGENTS, type KeptAgent } from '../support/transcripts.js';

const transcriptsIn = (home: AgentHome): readonly Transcript[] =>
  findTranscripts({}, home.path).flatMap(({ transcripts }) => transcripts);

async function allOf(transcript: Transcript | undefined): Promise<Said[]> {
  const all: Said[] = [];
  for await (const said of transcript?.said() ?? []) all.push(said);
  return all;
}

/** What was said and done, without what differs from agent to agent. */
const shapeOf = (all: readonly Said[], project: string) =>
  all.flatMap((said) => {
    if (said.kind === 'user' || said.kind === 'assistant')
      return [`${said.kind}: ${said.text.slice(0, 20)}`];
    if (said.kind === 'call')
      return [`call: ${said.command ?? said.files.map((file) => file.replace(`${project}/`, ''))}`];
    return said.kind === 'unread' ? ['unread'] : [];
  });

const FIXED = [
  'claude-code',
  'codex',
  'gemini',
  'opencode',
] as const satisfies readonly KeptAgent[];

test.each(FIXED)('what %s writes has the same shape as what others write', async (agent) => {
  const home = agentHome();
  home.keep(agent);
  const [transcript] = transcriptsIn(home);
  const all = await allOf(transcript);
  expect(shapeOf(all, home.project)).toEqual([
    'user: The test of the VAT ',
    'call: npm test',
    'call: src/vat.ts',
    'call: npm test',
    'assistant: The test passes now.',
    'user: Now try the check, p',
    'assistant: It fails for a reaso',
  ]);
  const calls = new Set(all.flatMap((said) => (said.kind === 'call' ? [said.call] : [])));
  const results = all.flatMap((said) =>
    said.kind === 'result' && calls.has(said.call) ? [said] : [],
  );
  expect(results.map(({ failed }) => failed)).toEqual([true, false, false]);
  expect(results[0]?.output).toContain('AssertionError: expected the reduced rate 7, got 19');
  expect(results[0]?.output).not.toMatch(/exited with|PGID/);
  const about = Object.assign({}, ...all.filter((said) => said.kind === 'about'));
  expect(about.folder).toBe(home.project);
  expect(about.session).toMatch(/^[\w-]{20,}$/);
});

test('Codex records the commit, and Claude Code the branch', async () => {
  const home = agentHome();
  home.keep('codex');
  home.keep('claude-code');
  const [claude, codex] = await Promise.all(transcriptsIn(home).map(allOf));
  expect(codex?.[0]).toMatchObject({ kind: 'about', branch: 'main' });
  expect(codex?.[0]).toMatchObject({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  expect(claude?.[0]).toMatchObject({ kind: 'about', branch: 'main' });
});

test('summaries, notices of tasks and output of commands are nothing that a person asked', async () => {
  const home = agentHome();
  home.keep('claude-code-agents');
  const [transcript] = transcriptsIn(home);
  expect(shapeOf(await allOf(transcript), home.project)).toEqual([
    'user: Ask an agent.',
    'assistant: Done by a subagent.',
    'assistant: Done by a subagent.',
  ]);
});

test.each([
  ['<hook_context>Never round prices in this project.</hook_context>\n\nMend it.', 'Mend it.'],
  [
    '<ide_opened_file>a.ts</ide_opened_file>\n<system-reminder>x</system-reminder>Mend it.',
    'Mend it.',
  ],
  ['<command-name>/compact</command-name>\n<command-args></command-args>', ''],
  ['<user_instructions>\nnever ends', ''],
  ['# AGENTS.md instructions for /work', ''],
  ['Why is <b>this</b> wrong?', 'Why is <b>this</b> wrong?'],
])('of %j, a person wrote %j', (message, prompt) => {
  expect(promptIn(message)).toBe(prompt);
});

test('agents that an agent has started are told apart', async () => {
  const home = agentHome();
  home.keep('opencode');
  const firsts = await Promise.all(transcriptsIn(home).map(async (one) => (await allOf(one))[0]));
  expect(firsts.filter((first) => first?.kind === 'about' && first.isPart)).toHaveLength(1);
});

test('older versions of Codex write lines without a payload, and the code of a program in JSON', async () => {
  const home = agentHome();
  const lines = [
    { id: 'a1', timestamp: '2025-06-01T10:00:00Z', git: { commit_hash: 'a'.repeat(40) } },
    {
      type: 'message',
      role: 'user',
      content: [
        {
          type: 'input_text',
          text: `<environment_context>\nCurrent working directory: ${home.project}\n</environment_context>`,
        },
      ],
    },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Mend it.' }] },
    {
      type: 'function_call',
      name: 'shell',
      call_id: 'c1',
      arguments: JSON.stringify({ command: ['bash', '-lc', 'make all'] }),
    },
    {
      type: 'function_call_output',
      call_id: 'c1',
      output: JSON.stringify({ output: 'fatal: no rule', metadata: { exit_code: 2 } }),
    },
    { record_type: 'state' },
  ];
  home.write(
    '.codex/sessions/2025/06/01/rollout-a1.jsonl',
    lines.map((line) => JSON.stringify(line)).join('\n'),
  );
  const all = await allOf(transcriptsIn(home)[0]);
  const at = Date.parse('2025-06-01T10:00:00Z');
  expect(all).toEqual([
    { kind: 'about', session: 'a1', commit: 'a'.repeat(40) },
    { kind: 'about', folder: home.project },
    { kind: 'user', text: 'Mend it.', at, place: 'line 3' },
    { kind: 'call', call: 'c1', command: 'make all', files: [], at, place: 'line 4' },
    { kind: 'result', call: 'c1', failed: true, output: 'fatal: no rule' },
  ]);
});

test('older versions of Gemini CLI write one object, in a folder that is named by a hash', async () => {
  const home = agentHome();
  home.write('.gemini/projects.json', JSON.stringify({ projects: { '/work/shop': 'shop' } }));
  const hash = '45f15f5c7b6d7f0ef1b2d3c1f0f8bd80cf1d4a36be8a4e8cc9ba5a3e7b0dd2a1';
  const { createHash } = await import('node:crypto');
  const real = createHash('sha256').update('/work/shop').digest('hex');
  const messages = [
    { id: 'm1', timestamp: '2025-06-01T10:00:00Z', type: 'user', content: 'Mend it.' },
  ];
  const chat = JSON.stringify({ sessionId: 's1', projectHash: real, messages }, null, 2);
  for (const name of [hash, real]) home.write(`.gemini/tmp/${name}/chats/session-1.json`, chat);
  const all = await Promise.all(transcriptsIn(home).map(allOf));
  const folders = all.map(([about]) => about?.kind === 'about' && about.folder);
  expect(folders.sort()).toEqual(['/work/shop', undefined]);
  expect(all[0]?.slice(-1)).toMatchObject([{ kind: 'user', text: 'Mend it.', place: 'm1' }]);
});

test('OpenCode kept its conversations in files, and what is in its database as well is read once', async () => {
  const home = agentHome();
  const { rows } = JSON.parse(home.fixture('opencode.json'));
  const storage = '.local/share/opencode/storage';
  const of = ({ data, ...row }: { data: string }) =>
    JSON.stringify({ ...row, ...JSON.parse(data) });
  for (const { id, directory, parent_id: parentID } of rows.session)
    home.write(
      `${storage}/session/p1/${id}.json`,
      JSON.stringify({ id, directory, parentID: parentID ?? undefined }),
    );
  for (const row of rows.message)
    home.write(`${storage}/message/${row.session_id}/${row.id}.json`, of(row));
  for (const row of rows.part)
    home.write(`${storage}/part/${row.message_id}/${row.id}.json`, of(row));
  const inFiles = await Promise.all(transcriptsIn(home).map(allOf));
  home.keep('opencode');
  const found = transcriptsIn(home);
  expect(found).toHaveLength(rows.session.length);
  const sorted = (all: readonly Said[][]) => all.map((one) => JSON.stringify(one)).sort();
  expect(sorted(inFiles)).toEqual(sorted(await Promise.all(found.map(allOf))));
});

test('a session of OpenCode leads to no file outside of its storage', async () => {
  const home = agentHome();
  home.write('message/x/m.json', JSON.stringify({ role: 'user' }));
  home.write(
    '.local/share/opencode/storage/session/p1/a.json',
    JSON.stringify({ id: '../../../../../message/x', directory: home.project }),
  );
  expect(await allOf(transcriptsIn(home)[0])).toMatchObject([{ kind: 'about', session: 'a' }]);
});

test.each(['claude-code', 'codex', 'gemini'] as const)(
  'of a transcript of %s that was cut off anywhere, all before it is read as it was',
  async (agent) => {
    const home = agentHome();
    const file = home.keep(agent);
    const text = readFileSync(file);
    const whole = await allOf(transcriptsIn(home)[0]);
    const check = async (at: number) => {
      writeFileSync(file, text);
      truncateSync(file, at);
      const cut = await allOf(transcriptsIn(home)[0]);
      const kept = cut.at(-1)?.kind === 'unread' ? cut.slice(0, -1) : cut;
      expect(kept).toEqual(whole.slice(0, kept.length));
    };
    await fc.assert(fc.asyncProperty(fc.nat(text.length), check), { numRuns: runs(40, 400) });
  },
);

test('whatever lies there, reading it ends, and what is no transcript is counted', async () => {
  const odd = fc.oneof(
    fc.json(),
    fc.constantFrom(
      'null',
      '[]',
      '{"type":"user"}',
      '{"type":"assistant","message":null}',
      '{"payload":{}}',
      '{"type":"response_item","payload":{"type":"message","role":"user","content":[null,1,{"text":5}]}}',
      '{"$set":{"messages":[null]}}',
      '{"id":"x","type":"gemini","toolCalls":[{}, {"id":"y","name":"replace","args":{"file_path":7}}]}',
      '\u0000',
      '{"type":"session_meta","payload":{"id":7,"git":"x"}}',
    ),
  );
  const home = agentHome();
  const names = [
    '.claude/projects/a/a.jsonl',
    '.codex/sessions/2026/01/01/a.jsonl',
    '.gemini/tmp/a/chats/a.jsonl',
    '.gemini/tmp/a/chats/b.json',
  ];
  const check = async (lines: readonly string[]) => {
    for (const name of names) home.write(name, lines.join('\n'));
    for (const transcript of transcriptsIn(home)) {
      const all = await allOf(transcript).catch((error: unknown) => error);
      // One piece of JSON is damaged as a whole.
      if (!transcript.place.endsWith('.json')) expect(all).toBeInstanceOf(Array);
    }
  };
  await fc.assert(fc.asyncProperty(fc.array(odd, { maxLength: 5 }), check), {
    numRuns: runs(60, 500),
  });
});

test('a line that is longer than any message is left out, and the rest is read', async () => {
  const home = agentHome();
  const text = home.fixture('claude-code.jsonl');
  const long = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(50 * 1024 * 1024) } });
  home.write('.claude/projects/a/a.jsonl', `${long}\n${text}`);
  const all = await allOf(transcriptsIn(home)[0]);
  expect(shapeOf(all, home.project).slice(0, 2)).toEqual(['unread', 'user: The test of the VAT ']);
});

test('each agent is found where its own variables say, and nothing is found in an empty home', () => {
  expect(findTranscripts({}, agentHome().path)).toEqual([]);
  const home = agentHome();
  for (const agent of KEPT_AGENTS) home.keep(agent);
  const at = join(home.path, 'elsewhere');
  home.write('elsewhere/sessions/2026/01/01/a.jsonl', '');
  home.write('elsewhere/projects/a/a.jsonl', '');
  const found = findTranscripts({ CODEX_HOME: at, CLAUDE_CONFIG_DIR: at }, home.path);
  expect(found.map(({ where }) => where.slice(home.path.length))).toEqual([
    '/elsewhere/projects',
    '/elsewhere/sessions',
    '/.gemini/tmp',
    '/.local/share/opencode',
  ]);
});

test('a database that cannot be read is named with the reason, and the other agents are read', () => {
  const home = agentHome();
  home.keep('codex');
  home.write('.local/share/opencode/opencode.db', 'no database');
  home.write('.local/share/opencode/storage/session/p/ses_1.json', '{}');
  expect(findTranscripts({}, home.path)).toMatchObject([
    { agent: 'codex', transcripts: [{}] },
    { agent: 'opencode', transcripts: [], problem: 'it is damaged, or is not a database' },
    // What OpenCode keeps in files is there all the same.
    { agent: 'opencode', transcripts: [{ place: expect.stringContaining('ses_1.json') }] },
  ]);
});
