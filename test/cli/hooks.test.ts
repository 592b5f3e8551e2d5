import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { readServiceFile } from '../../src/connect/serviceFile.js';
import { BUDGET_MS, type HookEvent, STARTING_MS } from '../../src/hook/agentProtocol.js';
import { Outbox } from '../../src/hook/outbox.js';
import { runHook, vaultOf } from '../../src/hook/runHook.js';
import { eventually } from '../support/eventually.js';
import { runHookProgram } from '../support/hookProgram.js';
import { hookUser } from '../support/hookUser.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

test('what one session settles, the next one begins with', async () => {
  const { data, run, call } = await hookUser();
  const first = await run('claude-code', 'session-start', { session_id: 'one' });
  expect(first.message).toBe('no notes of shop yet');
  expect(first.context).toContain('nothing is saved yet');
  await run('claude-code', 'prompt', { session_id: 'one', prompt: 'Mend the till.\nNow.' });
  await run('claude-code', 'prompt', { session_id: 'one', prompt: 'And the door.' });
  const said = '## Key learnings\n- The till rounds down to whole cents';
  await run('codex', 'stop', { session_id: 'one', last_assistant_message: said }, true);
  await run('claude-code', 'stop', { session_id: 'one', last_assistant_message: said }, true);
  const [{ id }] = (await call('GET', '/api/v1/sessions/all')) as [{ id: string }];
  // As the agent does at the end, with its tool.
  await call('PUT', `/api/v1/sessions/${id}`, { summary: 'The till is mended.' });
  await run('claude-code', 'session-end', { session_id: 'one', reason: 'exit' });
  const sessions = await call('GET', '/api/v1/sessions/all');
  expect(sessions).toEqual([
    expect.objectContaining({ id, project: 'shop', agent: 'claude-code', goal: 'Mend the till.' }),
  ]);
  expect(await call('GET', '/api/v1/context/shop')).toEqual([]);
  const proposed = (await call('GET', '/api/v1/inbox')) as [{ id: string }];
  expect(proposed).toEqual([
    expect.objectContaining({
      state: 'proposed',
      type: 'learning',
      title: 'The till rounds down to whole cents',
      tags: ['passive'],
      session_id: id,
    }),
  ]);
  const waits = await run('codex', 'session-start', { session_id: 'two' });
  expect(waits.message).toBe('no notes of shop yet, 1 proposed (memory-vault inbox)');
  expect(waits.context).not.toContain('The till rounds down');
  await call('POST', `/api/v1/observations/${proposed[0].id}/accept`);
  const next = await run('codex', 'session-start', { session_id: 'two' });
  expect(next.message).toBe('1 note of shop, last used today');
  expect(next.context).toContain('The till is mended.');
  expect(next.context).toContain('The till rounds down to whole cents');
  // What the second one was told is sent once it has a first prompt.
  const waiting = readdirSync(join(data, 'spool')).sort();
  expect(waiting).toEqual([expect.stringContaining('-told-'), 'contexts', 'prompted']);
});

test('an agent that keeps nothing leaves no session and no project behind', async () => {
  const { run, call } = await hookUser();
  for (const session_id of ['one', 'two']) {
    await run('claude-code', 'session-start', { session_id });
    await run('claude-code', 'session-end', { session_id, reason: 'exit' });
  }
  expect(await call('GET', '/api/v1/sessions/all')).toEqual([]);
  expect(await call('GET', '/api/v1/projects')).toEqual([]);
});

test('what is forgotten is gone from what hooks have kept, too', async () => {
  const { data, run, call } = await hookUser();
  const note = { type: 'decision', title: 'The till', content: 'It is open.', project: 'shop' };
  const { id } = (await call('POST', '/api/v1/observations', note)) as { id: string };
  await run('claude-code', 'session-start', { session_id: 'one' });
  const kept = join(data, 'spool', 'contexts');
  const [name = ''] = readdirSync(kept);
  expect(readFileSync(join(kept, name), 'utf8')).toContain('The till');
  await call('DELETE', `/api/v1/observations/${id}`);
  expect(existsSync(kept)).toBe(false);
});

test('the start of a session has as much time for a busy service as for one that has to start', async () => {
  const { data } = await hookUser();
  const env = { HOME: data, VAULT_DATA_DIR: data };
  const late = BUDGET_MS['session-start'];
  const vault = vaultOf(env, 'session-start', () => late);
  expect((await vault.find()).isOwn).toBe(true);
  expect(vault.msLeft()).toBeGreaterThan(STARTING_MS / 2);
  // One elsewhere may hang, and nobody has asked it.
  const elsewhere = { ...env, VAULT_URL: 'http://vault.invalid' };
  const another = vaultOf(elsewhere, 'session-start', () => late);
  expect((await another.find()).isOwn).toBe(false);
  expect(another.msLeft()).toBe(1);
});

test('the start of a session starts a service where none runs; no other hook does', async () => {
  const home = temporaryDirectory();
  const data = join(home, 'data');
  // Whatever listens on the usual port of this machine.
  const env = { HOME: home, VAULT_DATA_DIR: data, VAULT_PORT: '0' };
  const cwd = join(home, 'shop');
  const hook = { agent: 'codex', passive: false, cwd, env, now: 1 } as const;
  const vaultIn = (event: HookEvent) => ({
    ...vaultOf(env, event, () => 0),
    msLeft: () => 60_000,
  });
  const input = { sessionId: 'one', prompt: 'Mend the till.', summary: 'Mended.' };
  for (const event of ['prompt', 'session-end'] as const)
    expect((await runHook({ ...hook, event, input, vault: vaultIn(event) })).message).toContain(
      'no service runs',
    );
  expect(readServiceFile(data)).toBeUndefined();
  expect(new Outbox(data).names().length).toBe(2);
  const start = async () => {
    const given = { session_id: 'one', cwd, hook_event_name: 'x' };
    const args = ['codex', 'session-start'];
    return (await runHookProgram({ args, env, input: given, cwd: home })).stdout;
  };
  // Where it takes longer than a session waits, it goes on starting, and a later session finds it.
  await eventually('a session begins', async () => expect(await start()).toContain('<recalled '));
  await eventually('all is sent', async () => {
    await start();
    expect(new Outbox(data).names()).toEqual([]);
  });
});

test.each(['claude-code', 'vscode'] as const)(
  'the context of a full project keeps to the budget of %s',
  async (agent) => {
    const { run, call } = await hookUser();
    const words =
      'The payment service retries each webhook three times, then parks it (HTTP 429). ';
    for (let i = 0; i < 30; i += 1) {
      const title = `${i}: ${words}`.slice(0, 100);
      const note = { type: 'decision', title, content: words.repeat(20), project: 'shop' };
      await call('POST', '/api/v1/observations', note);
    }
    const old = (await call('POST', '/api/v1/sessions', { project: 'shop' })) as { id: string };
    await call('PUT', `/api/v1/sessions/${old.id}`, { summary: words.repeat(50) });
    const { context = '' } = await run(agent, 'session-start', { session_id: 'one' });
    expect(context).toContain('The payment service');
    expect(encode(context).length).toBeLessThanOrEqual(agent === 'vscode' ? 400 : 1_200);
  },
);
