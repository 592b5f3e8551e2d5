import { expect, test } from 'vitest';
import { hookMachine } from '../support/hookMachine.js';
import { startHook } from '../support/hookProgram.js';

const NOTES = 12;

/*
 * Hooks of several agents send the same outbox at the same time, and are killed wherever they are: each note is there once in
 * the end, because it is sent with the key that it was kept with.
 */
test('processes that send the same outbox, and are killed in the middle, record each write once', async () => {
  const { vault, project, env, waiting, run } = await hookMachine();
  vault.does = 'internal_error';
  const bullets = Array.from({ length: NOTES }, (_, i) => `- Fact number ${i} stands here`);
  const said = { last_assistant_message: `## Learnings\n${bullets.join('\n')}` };
  await run('claude-code', 'stop', said, { passive: true });
  await run('claude-code', 'session-end', { summary: 'Done.' });
  expect(waiting().length).toBe(NOTES + 1);
  vault.does = 'answer';
  const hooks = new Map<string, ReturnType<typeof startHook>>();
  const startOne = (token: string) => {
    const input = { session_id: token, cwd: project };
    const own = { ...env, VAULT_BEARER_TOKEN: token };
    const args = ['codex', 'session-start'];
    const hook = startHook({ args, env: own, input, cwd: project, isUnhurried: true });
    hooks.set(`Bearer ${token}`, hook);
    return hook.ended;
  };
  let killed = 0;
  vault.beforeAnswer = ({ path, headers }) => {
    const { authorization = '' } = headers;
    if (path !== '/api/v1/observations' || !authorization.includes('dies')) return;
    killed += 1;
    hooks.get(authorization)?.kill();
  };
  // The vault has the note, and nobody knows that it does.
  while (killed === 0) await startOne('dies');
  expect(waiting().length).toBe(NOTES + 1);
  for (let round = 0; waiting().length > 0; round += 1)
    await Promise.all(['a', 'b', 'dies'].map((name) => startOne(`${name}${round}`)));
  const saved = vault.received.filter(({ path }) => path === '/api/v1/observations');
  expect(saved.length).toBeGreaterThan(NOTES);
  expect(vault.notes.size).toBe(NOTES);
  const contents = [...vault.notes.values()].map(({ content }) => content);
  expect(new Set(contents).size).toBe(NOTES);
  expect([...vault.notes.values()].every((one) => one.session_id === 'session-of-s1')).toBe(true);
  expect(vault.sessions.get('s1')?.summary).toBe('Done.');
});
