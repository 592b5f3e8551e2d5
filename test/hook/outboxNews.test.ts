import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Outbox } from '../../src/hook/outbox.js';
import { hookMachine } from '../support/hookMachine.js';

const DAY = 86_400_000;
const PROXY = { status: 403, text: '<h1>Blocked</h1>' };

test('a write that is refused at the end of a session is told once, at the start of the next', async () => {
  const { vault, spool, run } = await hookMachine();
  vault.does = 'invalid_payload';
  await run('claude-code', 'prompt', { prompt: 'Mend the shop.' });
  await run('claude-code', 'session-end', { summary: 'Mended.' });
  vault.does = 'answer';
  // Its messages reach nobody.
  const says = `${spool} has 2 refused records (400: as told): read the .refused files there, then delete them`;
  expect((await run('cursor', 'session-start')).message).toBe(says);
  expect((await run('claude-code', 'session-start')).answer.systemMessage).toBe(says);
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
  vault.does = 'forbidden';
  await run('claude-code', 'session-end', { summary: 'Mended.' });
  vault.does = 'answer';
  const { message } = await run('claude-code', 'session-start');
  expect(message).toContain('3 refused records (403: as told)');
});

test('what waits for another vault is told once, with what sends it', async () => {
  const { vault, spool, env, run } = await hookMachine();
  const { VAULT_URL: _, ...usual } = env;
  const elsewhere = { env: { ...env, VAULT_URL: 'http://127.0.0.1:1' } };
  for (const [i, own] of [elsewhere, elsewhere, { env: usual }].entries())
    await run('claude-code', 'prompt', { prompt: 'Mend.', session_id: `s${i}` }, own);
  const { message } = await run('claude-code', 'session-start');
  expect(message?.split('; ')).toEqual([
    `${spool} has 2 records for http://127.0.0.1:1: to send, start a session with VAULT_URL=http://127.0.0.1:1`,
    `${spool} has a record for the vault of this directory: to send, start a session without VAULT_URL and VAULT_PORT`,
  ]);
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
  expect([...vault.sessions.values()].some(({ goal }) => goal !== undefined)).toBe(false);
});

test('what waits for a mistyped address is told where no project with an address takes it', async () => {
  const { env, run } = await hookMachine();
  await run('claude-code', 'prompt', { prompt: 'Mend.' }, { env: { ...env, VAULT_URL: 'vault' } });
  const other = { env: { ...env, VAULT_PROJECT: 'door' } };
  const { message } = await run('claude-code', 'session-start', {}, other);
  expect(message).toContain('has a record for an address that is mistyped: to send, start');
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
});

test('what could not be sent for a day is told once, with the reason', async () => {
  const { vault, spool, run } = await hookMachine();
  vault.instead = ({ body }) => (body.goal ? PROXY : undefined);
  await run('claude-code', 'prompt', { prompt: 'Odd.' });
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
  const { message } = await run('claude-code', 'session-start', {}, { later: DAY });
  expect(message).toBe(
    `${spool} has a record of 1970-01-01 that could not be sent since then (status 403)`,
  );
  expect((await run('claude-code', 'session-start')).message).toBeUndefined();
});

test('where nothing can be noted, the context arrives, and all is told again', async () => {
  const { vault, spool, run } = await hookMachine();
  mkdirSync(join(spool, 'told'), { recursive: true });
  const own = new Outbox(join(spool, '..'));
  const act = { kind: 'goal', goal: 'x' } as const;
  own.refuse(own.add({ key: 'k', agent: 'codex', project: 'shop', act }, 1), '400: no');
  vault.context = 'Newest notes: 80ZGCS1A';
  for (let start = 0; start < 2; start += 1) {
    const { context, message } = await run('claude-code', 'session-start');
    expect(context).toContain('80ZGCS1A');
    expect(message).toContain('a refused record (400: no)');
  }
});
