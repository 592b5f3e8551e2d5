import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.js';
import { checkpointKey } from '../../src/maintenance/checkpoints.js';
import { formatCheckpoint } from '../../src/proof/checkpoint.js';
import { readSignedNote } from '../../src/proof/signedNote.js';
import {
  cosign,
  cosignatureOf,
  cosignerOf,
  formatCosignerKey,
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
  type SigningKey,
  signNote,
} from '../../src/proof/signingKey.js';
import { emptyRoot } from '../../src/proof/treePaths.js';
import { readPolicy } from '../../src/proof/witnessPolicy.js';
import { askWitnesses } from '../../src/witness/askWitnesses.js';
import { testClient } from '../support/client.js';
import { listening } from '../support/listening.js';
import { note } from '../support/notes.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { NOW, testApp } from '../support/testApp.js';

const KEY = newSigningKey('memory-vault/log');

async function save(app: App, titles: readonly string[]): Promise<void> {
  const client = await testClient(app);
  for (const title of titles)
    await client.call('POST', '/api/v1/observations', { payload: { ...note(), title } });
}

/** A file with a policy. */
function policy(...lines: string[]): string {
  const file = join(temporaryDirectory(), 'policy');
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** A vault that witnesses the log of `KEY`, and the line that names it. */
async function witnessVault() {
  const log = `log ${formatVerifierKey(readSigningKey(KEY))}`;
  const app = await testApp({ VAULT_WITNESSES: policy(log, 'quorum none') });
  const { port } = await listening(app);
  const key = checkpointKey(app.config.dataDir);
  return { app, key, line: `witness office ${formatCosignerKey(key)} http://127.0.0.1:${port}` };
}

const logVault = (line: string) =>
  testApp({ VAULT_CHECKPOINT_KEY: KEY, VAULT_WITNESSES: policy(line, 'quorum office') });

test('a witness cosigns what extends what it saw, and the checkpoint has its line', async () => {
  const { key, line } = await witnessVault();
  const app = await logVault(line);
  for (const titles of [['one'], ['two', 'three'], []]) {
    await save(app, titles);
    const { position } = await app.log.head();
    await app.audit.checkpoint(position);
    await app.witnesses.ask();
    expect(app.witnesses.isEnough()).toBe(true);
    const client = await testClient(app);
    const { body } = await client.call('GET', '/checkpoint');
    expect(body.split('\n')[1]).toBe(`${position}`);
    expect(cosignatureOf(body, cosignerOf(key))?.at).toBe(NOW / 1000);
    expect(cosignatureOf(body.replace(/^\d+$/m, '99'), cosignerOf(key))).toBeUndefined();
  }
});

test.each([
  ['an older log', ['one'], /it has cosigned 2 events, and this log has 1/],
  [
    'another log of the same size',
    ['one', 'other'],
    /this log does not begin with what it has cosigned/,
  ],
  ['a longer one', ['other', 'two', 'three'], /this log does not begin with what it has cosigned/],
])('a witness refuses %s, and the service says so', async (_, titles, message) => {
  const { line } = await witnessVault();
  const first = await logVault(line);
  await save(first, ['one', 'two']);
  await first.witnesses.ask();
  expect(first.witnesses.isEnough()).toBe(true);
  const restored = await logVault(line);
  await save(restored, titles);
  await restored.witnesses.ask();
  expect(restored.witnesses.isEnough()).toBe(false);
  const client = await testClient(restored);
  const { witnesses } = (await client.call('GET', '/api/v1/audit/witnesses')).json();
  expect(witnesses).toMatchObject([{ cosigned: null, problem: { kind: 'refused' } }]);
  expect(witnesses[0].problem.message).toMatch(message);
  const { conditions } = (await client.call('GET', '/readyz')).json();
  expect(JSON.stringify(conditions)).toContain('witness_refused');
});

test('a witness that is away holds no save, and is no refusal', async () => {
  const { app, line } = await witnessVault();
  const log = await logVault(line.replace(/\d+$/, '1'));
  await save(log, ['one']);
  await log.witnesses.ask();
  expect(log.witnesses.states()).toMatchObject([{ problem: { kind: 'unreachable' } }]);
  expect(log.reporter.conditions()).toEqual([]);
  rmSync(join(app.config.dataDir, 'witnessed'), { recursive: true, force: true });
});

test('a request is answered as tlog-witness says', async () => {
  const { app, line } = await witnessVault();
  const log = await logVault(line);
  await save(log, ['one', 'two']);
  const signed = await log.audit.checkpoint(2);
  const ask = (body: string) => app.witness.addCheckpoint(body);
  expect(await ask('old 0\n')).toMatchObject({ status: 400 });
  expect(await ask(`old 3\n\n${signed}`)).toMatchObject({ status: 400 });
  expect(await ask(`old 0\n\n${signed.replaceAll('vault/log', 'vault/other')}`)).toMatchObject({
    status: 404,
  });
  expect(await ask(`old 0\n\n${signed.replace('\n2\n', '\n3\n')}`)).toMatchObject({ status: 403 });
  expect(await ask(`old 1\n\n${signed}`)).toEqual({ status: 409, text: '0\n' });
  expect(await ask(`old 0\n${'A'.repeat(43)}=\n\n${signed}`)).toMatchObject({ status: 422 });
  expect(await ask(`old 0\n\n${signed}`)).toMatchObject({ status: 200 });
  expect(await ask(`old 0\n\n${signed}`)).toEqual({ status: 409, text: '2\n' });
  expect(await ask(`old 2\n\n${signed}`)).toMatchObject({ status: 200 });
});

test('sizes at their edges are answered as tlog-witness says', async () => {
  const { app, line } = await witnessVault();
  const log = await logVault(line);
  const key = readSigningKey(KEY);
  const signed = (size: number, root: Uint8Array) =>
    signNote(formatCheckpoint({ origin: key.name, size, root }), key);
  const ask = (old: number, note: string, ...proof: string[]) =>
    app.witness.addCheckpoint(`${[`old ${old}`, ...proof].join('\n')}\n\n${note}`);
  const hash = `${'A'.repeat(43)}=`;
  expect(await ask(0, signed(0, new Uint8Array(32)))).toMatchObject({ status: 422 });
  expect(await ask(0, signed(0, emptyRoot()), hash)).toMatchObject({ status: 422 });
  expect(await ask(0, signed(0, emptyRoot()))).toMatchObject({ status: 200 });
  await save(log, ['one', 'two', 'three']);
  const three = await log.audit.checkpoint(3);
  expect(await ask(0, three)).toMatchObject({ status: 200 });
  expect(await ask(3, three, hash)).toMatchObject({ status: 422 });
  expect(await ask(3, signed(3, new Uint8Array(32)))).toMatchObject({ status: 422 });
  // A smaller one, also where the log says that it knew no more.
  expect(await ask(2, signed(2, new Uint8Array(32)))).toEqual({ status: 409, text: '3\n' });
  expect(await ask(0, signed(0, emptyRoot()))).toEqual({ status: 409, text: '3\n' });
  expect(await ask(3, signed(4, new Uint8Array(32)), ...Array(64).fill(hash))).toMatchObject({
    status: 400,
  });
  expect(await ask(3, three)).toMatchObject({ status: 200 });
});

test('lines that nobody checks do not end the cosigning of a log', async () => {
  const { app, line } = await witnessVault();
  const log = await logVault(line);
  await save(log, ['one']);
  const signed = await log.audit.checkpoint(1);
  const crowd = '— eve.example AAAAAAA=\n'.repeat(99);
  expect(await app.witness.addCheckpoint(`old 0\n\n${signed}${crowd}`)).toMatchObject({
    status: 200,
  });
  await log.witnesses.ask();
  expect(log.witnesses.states()).toMatchObject([{ cosigned: { size: 1 }, problem: undefined }]);
});

test('of two histories that are shown at once, one is cosigned', async () => {
  const { app, line } = await witnessVault();
  const logs = [await logVault(line), await logVault(line)];
  const notes = await Promise.all(
    logs.map(async (log, i) => {
      await save(log, [`history ${i}`]);
      return log.audit.checkpoint(1);
    }),
  );
  const both = notes.map((note) => app.witness.addCheckpoint(`old 0\n\n${note}`));
  const answers = await Promise.all(both);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('a witness that cannot read what it cosigned cosigns nothing', async () => {
  const { app, line } = await witnessVault();
  const log = await logVault(line);
  await save(log, ['one']);
  await log.witnesses.ask();
  const folder = join(app.config.dataDir, 'witnessed');
  const [file = ''] = readdirSync(folder);
  for (const spoil of [
    () => writeFileSync(join(folder, file), ''),
    () => {
      rmSync(join(folder, file));
      mkdirSync(join(folder, file));
    },
  ]) {
    spoil();
    await log.witnesses.ask();
    expect(log.witnesses.states()).toMatchObject([
      { problem: { kind: 'unreachable', message: expect.stringMatching(/status 50/) } },
    ]);
    expect(log.witnesses.isEnough()).toBe(false);
  }
});

/** What a log keeps of the answers of a witness, one after the other. */
async function asked(key: SigningKey, ...answers: (() => Response)[]) {
  const signer = readSigningKey(KEY);
  const note = signNote(
    formatCheckpoint({ origin: signer.name, size: 0, root: emptyRoot() }),
    signer,
  );
  const raised: string[] = [];
  const witnesses = askWitnesses({
    policy: readPolicy(`witness bob ${formatCosignerKey(key)} https://bob.example\nquorum bob`),
    checkpoint: async () => note,
    consistency: async () => [],
    send: async () => (answers.shift() ?? Response.error)(),
    stopping: new AbortController().signal,
    reporter: {
      raise: ({ message }) => void raised.push(message),
      clear: () => void raised.pop(),
      report: () => {},
    },
  });
  while (answers.length > 0) await witnesses.ask();
  return { witnesses, raised, note, text: readSignedNote(note).text };
}

test('a refusal stands until the witness cosigns again, also while it is away', async () => {
  const key = readSigningKey(newSigningKey('bob.example'));
  const refused = () => new Response('no', { status: 422 });
  const away = (): Response => {
    throw new TypeError('fetch failed');
  };
  const { witnesses, raised, text } = await asked(key, refused, away);
  expect(witnesses.states()).toMatchObject([{ problem: { kind: 'refused' } }]);
  expect(raised.at(-1)).toMatch(/^bob saw another history of this vault: /);
  const again = await asked(key, refused, () => new Response(cosign(text, key, 9)));
  expect(again.witnesses.states()).toMatchObject([{ cosigned: { at: 9 }, problem: undefined }]);
  expect(again.raised).toEqual([]);
});

test('a witness that answers 409 to another root of the size that it knows has refused', async () => {
  const signer = readSigningKey(KEY);
  const checkpoint = { origin: signer.name, size: 2, root: new Uint8Array(32) };
  for (const text of ['2\n', '']) {
    const asked: string[] = [];
    const witnesses = askWitnesses({
      policy: readPolicy(
        `witness bob ${formatCosignerKey(signer)} https://bob.example\nquorum bob`,
      ),
      checkpoint: async () => signNote(formatCheckpoint(checkpoint), signer),
      consistency: async () => [],
      async send(_, request) {
        asked.push(String(request?.body).split('\n')[0] ?? '');
        return new Response(asked.length === 1 ? '2\n' : text, { status: 409 });
      },
      stopping: new AbortController().signal,
      reporter: { raise() {}, clear() {}, report() {} },
    });
    await witnesses.ask();
    expect(witnesses.states()).toMatchObject([{ problem: { kind: 'refused' } }]);
    expect(asked).toEqual(['old 0', 'old 2']);
  }
});

test('a log that had more events cosigned than its last checkpoint has is asked for a longer one', async () => {
  const { line } = await witnessVault();
  const log = await logVault(line);
  await save(log, ['one']);
  const short = await log.audit.checkpoint(1);
  await save(log, ['two', 'three']);
  const wanted: number[] = [];
  const raised: string[] = [];
  const witnesses = askWitnesses({
    policy: readPolicy(`${line}\nquorum office`),
    // As another node would, which gives out what it signed a while ago.
    async checkpoint(events) {
      wanted.push(events);
      return events === 0 ? short : log.audit.checkpoint(events);
    },
    consistency: async (from, to) => (await log.audit.consistency(from, to)).path,
    send: fetch,
    stopping: new AbortController().signal,
    reporter: { raise: ({ message }) => void raised.push(message), clear() {}, report() {} },
  });
  await log.audit.checkpoint(3);
  await log.witnesses.ask();
  expect(log.witnesses.states()).toMatchObject([{ cosigned: { size: 3 } }]);
  await witnesses.ask();
  expect(wanted).toEqual([0, 3]);
  expect(raised).toEqual([]);
  expect(witnesses.states()).toMatchObject([{ cosigned: { size: 3 }, problem: undefined }]);
});

test('of what a witness answers, its own good line is kept alone', async () => {
  const key = readSigningKey(newSigningKey('bob.example'));
  const { text, note } = await asked(key);
  const line = cosign(text, key, 9);
  const other = cosign(text, readSigningKey(newSigningKey('eve.example')), 9);
  const spoiled = `— bob.example ${'A'.repeat(104)}\n`;
  const kept = await asked(key, () => new Response(`${spoiled}${other}${line}${line}`));
  expect(kept.witnesses.note()).toBe(note + line);
  // A time that no calendar has.
  for (const at of [0, 8_000_000_000_000_000]) {
    const odd = await asked(key, () => new Response(cosign(text, key, at)));
    expect(odd.witnesses.states()).toMatchObject([{ problem: { kind: 'unreachable' } }]);
    expect(odd.witnesses.note()).toBe(note);
  }
});

test('a policy counts groups, and says everything that is wrong', () => {
  const keys = ['a', 'b', 'c'].map((name) =>
    formatCosignerKey(readSigningKey(newSigningKey(name))),
  );
  const witnesses = keys.map((key, i) => `witness W${i} ${key}`);
  const { isEnough } = readPolicy([...witnesses, 'group G 2 W0 W1 W2', 'quorum G'].join('\n'));
  expect(isEnough(new Set(['W0']))).toBe(false);
  expect(isEnough(new Set(['W0', 'W2']))).toBe(true);
  expect(readPolicy([...witnesses, 'group G 2 W0 W1 W2', 'quorum G'].join('\n')).asks).toBe(
    '2 of W0, W1, W2',
  );
  const twice = [...witnesses, 'group G any W0 W1', 'group H all W1 none', 'group none any W2'];
  expect(() => readPolicy([...twice, 'quorum none\r'].join('\n'))).toThrow(
    /line 5: W1 is a member of a group already; line 6: the name none is taken; line 7: it has a control character/,
  );
  const log = formatVerifierKey(readSigningKey(KEY));
  expect(() => readPolicy(`log ${log}\nlog ${log}\nquorum none`)).toThrow(
    'two logs have the same key; two logs have the same name',
  );
  expect(() => readPolicy('witness W x\ngroup G 2 W\n')).toThrow(
    /line 1: .*; line 2: there is no witness or group W above it; it needs a line quorum/,
  );
});
