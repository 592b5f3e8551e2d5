import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sendWaiting } from '../../src/hook/delivery.js';
import { Outbox } from '../../src/hook/outbox.js';
import { vaultAt } from '../../src/hook/vaultCall.js';
import type { Waiting } from '../../src/hook/write.js';
import { type FakeVault, fakeVault } from '../support/fakeVault.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const WHOSE = { agent: 'codex', project: 'shop', sessionRef: 's1', to: undefined } as const;
const PROXY = { status: 403, text: '<h1>Blocked</h1>' };

/** An outbox of notes with these contents, and a vault that gets what waits there. */
async function outboxOf(contents: readonly string[]) {
  const vault = await fakeVault();
  const outbox = new Outbox(temporaryDirectory());
  contents.forEach((content, i) => {
    const act = { kind: 'note', title: 'x', content } as const;
    const write: Waiting = { key: `k${i}`, agent: 'codex', project: 'shop', act };
    outbox.add(write, i);
  });
  let now = contents.length;
  const send = (own = outbox) => {
    now += 1;
    const call = vaultAt(vault.url);
    return sendWaiting(WHOSE, call, { outbox: own, msLeft: () => 60_000, now });
  };
  return { vault, outbox, send };
}

const taken = ({ notes }: FakeVault) => [...notes.values()].map(({ content }) => content);

test.each([PROXY, { status: 302, text: '' }, 'internal_error', 'not_found'] as const)(
  'a note that alone gets %j holds up no other',
  async (answer) => {
    const { vault, outbox, send } = await outboxOf(['odd', 'a', 'b']);
    vault.instead = ({ body }) => (body.content === 'odd' ? answer : undefined);
    const { inVain, problem } = await send();
    expect(taken(vault)).toEqual(['a', 'b']);
    expect([...inVain.keys()]).toEqual(outbox.names());
    expect(problem).toBeUndefined();
  },
);

test('a note that was stored before, and forgotten since, is gone from the outbox as well', async () => {
  const { vault, outbox, send } = await outboxOf(['stored before', 'a']);
  vault.instead = ({ body }) => (body.content === 'a' ? undefined : 'forgotten');
  await send();
  expect(taken(vault)).toEqual(['a']);
  expect([...outbox.names(), ...outbox.refused()]).toEqual([]);
});

test.each(['missing_credential', 'rate_limited', 'not_ready', { status: 502, text: '' }] as const)(
  'where a vault answers %j to all, one note is tried',
  async (answer) => {
    const { vault, outbox, send } = await outboxOf(['a', 'b', 'c']);
    vault.does = answer;
    expect((await send()).inVain.size).toBe(1);
    expect(vault.received.length).toBe(1);
    expect(outbox.names().length).toBe(3);
  },
);

test('however many notes are held up, the others have their turn', async () => {
  const odd = Array.from({ length: 45 }, (_, i) => `odd ${i}`);
  const { vault, outbox, send } = await outboxOf([...odd, 'a']);
  vault.instead = ({ body }) => (body.content.startsWith('odd') ? PROXY : undefined);
  for (let start = 0; start < 3; start += 1) await send();
  expect(taken(vault)).toEqual(['a']);
  expect(outbox.names().length).toBe(odd.length);
});

test.each(['remove', 'refuse', 'putLast'] as const)(
  'an outbox in which nothing can be changed (%s) is named, and all is sent',
  async (change) => {
    const { vault, outbox, send } = await outboxOf(['a', 'b']);
    const answers = { remove: 'answer', refuse: 'invalid_payload', putLast: PROXY } as const;
    vault.does = answers[change];
    const fixed = Object.assign(new Outbox(join(outbox.folder, '..')), {
      [change]() {
        throw new Error('EROFS: read-only file system');
      },
    });
    const { problem } = await send(fixed);
    expect(problem).toBe(`${outbox.folder} cannot be changed (EROFS: read-only file system)`);
    expect(vault.received.length).toBe(2);
    expect(outbox.names().length).toBe(2);
  },
);
