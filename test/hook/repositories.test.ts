import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Outbox } from '../../src/hook/outbox.js';
import { checkoutOf, SECRET } from '../support/checkoutOf.js';
import { hookUser } from '../support/hookUser.js';

const ACME = 'github.com/acme/api';
const ELSE = 'github.com/else/api';

async function twoCheckouts() {
  const user = await hookUser();
  const acme = checkoutOf(ACME);
  const other = checkoutOf(ELSE);
  const prompt = (cwd: string, session_id: string, text = `${session_id} asks`) =>
    user.run('claude-code', 'prompt', { cwd, session_id, prompt: text });
  const start = (cwd: string, session_id: string) =>
    user.run('claude-code', 'session-start', { cwd, session_id, source: 'startup' });
  const projects = async () =>
    Object.fromEntries(
      (await user.call('GET', '/api/v1/sessions/all')).map(
        ({ goal, project }: { goal: string; project: string }) => [goal, project],
      ),
    );
  return { ...user, acme, other, prompt, start, projects };
}

test('hooks of two repositories of one name keep two projects, and each is told of its own', async () => {
  const { acme, other, prompt, start, projects, call, run } = await twoCheckouts();
  await prompt(acme, 'a');
  await prompt(other, 'e');
  expect(await projects()).toEqual({ 'a asks': 'api', 'e asks': 'else/api' });
  const learned = (cwd: string, session_id: string, what: string) =>
    run(
      'claude-code',
      'stop',
      {
        cwd,
        session_id,
        last_assistant_message: `## Key Learnings\n- ${what} is what we learned of all this`,
      },
      true,
    );
  await learned(acme, 'a', 'The heron');
  await learned(other, 'e', 'The otter');
  const { body: _, ...inbox } = { body: 0, notes: await call('GET', '/api/v1/inbox') };
  for (const { id } of inbox.notes) await call('POST', `/api/v1/observations/${id}/accept`);

  const told = { acme: await start(acme, 'a2'), other: await start(other, 'e2') };
  expect(told.acme.context).toContain('The heron');
  expect(told.acme.context).not.toContain('The otter');
  expect(told.acme.context).toContain('project "api"');
  expect(told.acme.message).toMatch(/^1 note of api, /);
  expect(told.other.context).toContain('The otter');
  expect(told.other.context).not.toContain('The heron');
  expect(told.other.context).toContain('project "else/api"');
  expect(told.other.message).toMatch(/^1 note of else\/api, /);
});

test('a record that waited is sent for the repository that it is of, whoever sends it', async () => {
  const { data, acme, other, prompt, start, projects } = await twoCheckouts();
  await prompt(acme, 'a');
  const outbox = new Outbox(data);
  const late = { agent: 'claude-code', project: 'api', sessionRef: 'late' } as const;
  const act = { kind: 'goal', goal: 'late asks' } as const;
  outbox.add({ ...late, key: 'hook-late', repository: ACME, act }, Date.now());
  await prompt(other, 'e');
  await start(other, 'e2');
  expect(await projects()).toMatchObject({ 'late asks': 'api', 'e asks': 'else/api' });
});

test('a session that was only started binds nothing, and no file holds the password of a remote', async () => {
  const { data, acme, other, prompt, start, call } = await twoCheckouts();
  await start(acme, 'a');
  expect(await call('GET', '/api/v1/repositories')).toEqual([]);
  await prompt(acme, 'a');
  await prompt(other, 'e');
  expect(await call('GET', '/api/v1/repositories')).toMatchObject([
    { repository: ACME, project: 'api' },
    { repository: ELSE, project: 'else/api' },
  ]);
  const files = readdirSync(data, { recursive: true, withFileTypes: true });
  for (const file of files.filter((one) => one.isFile()))
    expect(readFileSync(join(file.parentPath, file.name), 'latin1')).not.toContain(SECRET);
});
