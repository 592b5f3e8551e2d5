import { expect, test } from 'vitest';
import { sendWaiting } from '../../src/hook/delivery.js';
import { OUTBOX_FILES, Outbox } from '../../src/hook/outbox.js';
import { outboxNews } from '../../src/hook/outboxNews.js';
import { vaultAt } from '../../src/hook/vaultCall.js';
import { toldOf } from '../../src/hook/write.js';
import { fakeVault } from '../support/fakeVault.js';
import { hookUser } from '../support/hookUser.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const NOTE = { id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0', revision: 2 };
const DAY = 86_400_000;

const whose = (sessionRef: string) =>
  ({ agent: 'codex', project: 'shop', sessionRef, to: undefined }) as const;

/** What was told before an edit, at a second. */
const told = (sessionRef: string, at: number) =>
  toldOf(whose(sessionRef), { moment: 'before_edit', notes: [NOTE], tokens: at }, at * 1_000);

async function outboxAndVault() {
  const vault = await fakeVault();
  const outbox = new Outbox(temporaryDirectory());
  const send = (now = 10_000) =>
    sendWaiting(whose('other'), vaultAt(vault.url), { outbox, msLeft: () => 60_000, now });
  const sent = () =>
    vault.received
      .filter(({ path }) => path.endsWith('/told'))
      .map(({ path, body, headers }) => ({
        path,
        tokens: body.told.map((one: { tokens: number }) => one.tokens),
        key: headers['idempotency-key'],
      }));
  return { vault, outbox, send, sent };
}

test('what was told in one session is sent in one request, and that of another in another', async () => {
  const { vault, outbox, send, sent } = await outboxAndVault();
  for (const [session, at] of [
    ['one', 1],
    ['two', 2],
    ['one', 3],
    ['one', 4],
  ] as const)
    outbox.add(told(session, at), at);
  await send();
  expect(sent().map(({ path, tokens }) => [path, tokens])).toEqual([
    ['/api/v1/sessions/session-of-one/told', [1, 3, 4]],
    ['/api/v1/sessions/session-of-two/told', [2]],
  ]);
  const { told: first } = vault.received.find(({ path }) => path.endsWith('/told'))?.body ?? {};
  expect(first[0]).toEqual({
    moment: 'before_edit',
    notes: [NOTE],
    tokens: 1,
    at: '1970-01-01T00:00:01Z',
  });
  // The fake vault has no record, as an older one: nothing waits for that.
  expect(outbox.names()).toEqual([]);
});

test('the same requests have the same keys, and others have others', async () => {
  const { vault, outbox, send, sent } = await outboxAndVault();
  vault.instead = ({ path }) => (path.endsWith('/told') ? 'internal_error' : undefined);
  for (const at of [1, 2]) outbox.add(told('one', at), at);
  // Nobody is told of that.
  expect((await send()).inVain.size).toBe(0);
  expect(outbox.names()).toHaveLength(2);
  await send();
  outbox.add(told('one', 3), 3);
  await send();
  const [first, again, more] = sent().map(({ key }) => key);
  expect(again).toBe(first);
  expect(more).not.toBe(first);
});

test('what an agent was told at the start waits for the first prompt of the session, for a day', async () => {
  const { outbox, send, sent } = await outboxAndVault();
  const start = { moment: 'start', notes: [NOTE], tokens: 9 } as const;
  outbox.add(toldOf(whose('one'), start, 0), 0);
  await send();
  await send(DAY - 1);
  expect([sent(), outbox.names().length]).toEqual([[], 1]);
  await send(DAY);
  expect([sent(), outbox.names().length]).toEqual([[], 0]);
});

test('where the outbox is full, what was told goes before what somebody said, and is not missed', () => {
  const outbox = new Outbox(temporaryDirectory());
  const note = { kind: 'note', title: 'x', content: 'x' } as const;
  const write = (i: number) => ({ key: `k${i}`, ...whose('one'), act: note });
  outbox.add(write(0), 0);
  for (let i = 1; i < 4; i += 1) outbox.add(told('one', i), i);
  for (let i = 4; i < OUTBOX_FILES + 2; i += 1) outbox.add(write(i), i);
  const kept = outbox.names().map((name) => outbox.read(name)?.key);
  expect(kept).toContain('k0');
  expect(kept.filter((key) => key?.startsWith('told-'))).toHaveLength(1);
  expect(outbox.dropped()).toBe(0);
});

test('what waits for the record is no news, and a refused record is nobody’s matter', async () => {
  const { vault, outbox, send } = await outboxAndVault();
  outbox.add({ ...told('one', 1), to: 'http://elsewhere.example' }, 1);
  expect(outbox.unsent()).toEqual([]);
  expect(outboxNews({ outbox, whose: whose('one'), now: 2, isShown: true })).toBeUndefined();
  outbox.add(told('one', 3), 3);
  vault.instead = ({ path }) => (path.endsWith('/told') ? 'forbidden' : undefined);
  await send();
  expect([outbox.names().length, outbox.refused()]).toEqual([1, []]);
});

test('a session says what it was told: at its start, once it has a prompt, and at its actions', async () => {
  const { run, call } = await hookUser();
  const save = { project: 'shop', title: 'Run the checks of src/till.ts with npm run till' };
  const anchors = [{ path: 'src/till.ts' }];
  const body = { ...save, content: 'Not by hand.', type: 'decision', anchors };
  const { id } = await call('POST', '/api/v1/observations', body);
  const session_id = 'one';
  const start = await run('claude-code', 'session-start', { session_id });
  expect(start.context).toContain('npm run till');
  await run('claude-code', 'session-end', { session_id: 'none', reason: 'exit' });
  expect(await call('GET', '/api/v1/sessions/all')).toEqual([]);
  await run('claude-code', 'prompt', { session_id, prompt: 'Mend the till.' });
  const edit = { tool_name: 'Edit', tool_input: { file_path: 'src/till.ts', old_string: 'a' } };
  const action = { session_id, hook_event_name: 'PreToolUse', ...edit };
  const shown = await run('claude-code', 'before-edit', action);
  expect(shown.context).toContain('npm run till');
  await run('claude-code', 'session-end', { session_id, reason: 'exit' });
  const [session] = await call('GET', '/api/v1/sessions/all');
  const record = await call('GET', `/api/v1/sessions/${session.id}/told`);
  expect(record.told).toMatchObject([
    { moment: 'start', notes: [{ id, revision: 1 }] },
    { moment: 'before_edit', notes: [{ id, revision: 1 }] },
  ]);
  expect(record.told[0].position).toBe(record.told[1].position);
});
