import { cpSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openApp } from '../../src/app/openApp.js';
import { everyKind } from '../support/everyKind.js';
import { saveNote } from '../support/saveNote.js';
import { runCli, startService } from '../support/service.js';
import { rewrite, tamper } from '../support/tamper.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { ADMIN_KEY, testConfig } from '../support/testApp.js';

const original = mkdtempSync(join(tmpdir(), 'memory-vault-'));
beforeAll(() => everyKind(original));
afterAll(() => rmSync(original, { recursive: true, force: true }));

/** The directory of a vault with events of every kind. */
function filled(): string {
  const directory = temporaryDirectory();
  cpSync(original, directory, { recursive: true });
  return directory;
}

/** The printed report, without the progress before it. */
const reportIn = (output: string) => JSON.parse(output.slice(output.indexOf('{')));

/** Changes the text of the first kept note and computes all hashes again. */
function rewriteHistory(directory: string): void {
  tamper(join(directory, 'log.db'), (db) => {
    const first = db.prepare<[], { position: number; body: string }>(
      `SELECT position, body FROM events WHERE body LIKE '%What note %' ORDER BY position LIMIT 1`,
    );
    const { position, body } = first.get() ?? { position: 0, body: '' };
    rewrite(db, position, body.replace('What note', 'Who wrote'));
  });
}

test('verify reports success as text and as JSON, next to a running service', async () => {
  const directory = filled();
  const service = await startService(directory);
  const words = await runCli(['verify'], directory);
  expect(words.output).toMatch(/^\d+ events, the last is event \d+ with hash [0-9a-f]{64}$/m);
  expect(words.output).toContain('every event is unchanged');
  expect(words.output).toContain('the read models match the log');
  expect(words.code).toBe(0);
  const json = await runCli(['verify', '--no-views', '--json'], directory);
  expect(reportIn(json.output)).toMatchObject({ ok: true, problems: [], views_compared: false });
  await service.stop('SIGTERM');
});

test('verify exits with 1 on any problem and lists all', async () => {
  const directory = filled();
  tamper(join(directory, 'log.db'), (db) => db.exec(`UPDATE events SET body = '{}'`));
  const words = await runCli(['verify', '--no-views'], directory);
  expect(words.code).toBe(1);
  expect(words.output).toMatch(/^payload: event 3: its payload does not match its commitment$/m);
  expect(words.output).toMatch(/^and \d+ more problems$/m);
  const json = await runCli(['verify', '--json'], directory);
  expect(json.code).toBe(1);
  const { ok, problems, more } = reportIn(json.output);
  expect(ok).toBe(false);
  expect(problems).toHaveLength(100);
  expect(more).toBeGreaterThan(0);
});

test('a file that is no database is a problem, and a missing log is an error', async () => {
  const directory = temporaryDirectory();
  const none = await runCli(['verify'], directory);
  expect(none).toMatchObject({ code: 2, stdout: '' });
  expect(none.stderr).toContain(`could not verify: there is no vault in ${directory}`);
  writeFileSync(
    join(directory, 'log.db'),
    'not a database, but long enough to be taken for one. '.repeat(99),
  );
  const wrong = await runCli(['verify'], directory);
  expect(wrong.code).toBe(1);
  expect(wrong.output).toMatch(/^the log cannot be read to its end\n/);
  expect(wrong.output).toMatch(/^unreadable: .*log\.db is damaged, or is not a database$/m);
});

test('a grown log extends a checkpoint; a rewritten or truncated log does not', async () => {
  const directory = filled();
  const key = await runCli(['checkpoint', '--public-key'], directory);
  const [, origin] = /^(memory-vault\/[0-9a-f]{16})\+[0-9a-f]{8}\+\S{44}\n$/.exec(key.output) ?? [];
  const checkpoint = await runCli(['checkpoint'], directory);
  expect(checkpoint.code).toBe(0);
  const lines = checkpoint.output.split('\n');
  expect(lines[0]).toBe(origin);
  expect(Number(lines[1])).toBeGreaterThan(80);
  expect(lines.slice(3)).toEqual(['', expect.stringMatching(`^— ${origin} \\S+$`), '']);
  expect(statSync(join(directory, 'checkpoint.key')).mode & 0o777).toBe(0o600);
  const elsewhere = join(temporaryDirectory(), 'checkpoint');
  writeFileSync(elsewhere, checkpoint.output);
  const against = ['verify', '--no-views', '--against', elsewhere];

  const app = await openApp(testConfig({ VAULT_DATA_DIR: directory }));
  await saveNote(app, { title: 'later' });
  await app.close();
  const grown = await runCli(against, directory);
  expect(grown.output).toContain(`the log extends the checkpoint in ${elsewhere}`);
  expect(grown.code).toBe(0);
  expect((await runCli([...against, '--key', key.output.trim()], directory)).code).toBe(0);

  writeFileSync(elsewhere, checkpoint.output.replace(`\n${lines[1]}\n`, '\n1\n'));
  const forged = await runCli(against, directory);
  expect(forged.code).toBe(1);
  expect(forged.output).toContain('does not match the note: it was changed or forged');
  writeFileSync(elsewhere, checkpoint.output);

  rewriteHistory(directory);
  const rewritten = await runCli(against, directory);
  expect(rewritten.code).toBe(1);
  expect(rewritten.output).toMatch(
    /^checkpoint: the first \d+ events differ from those of the checkpoint/m,
  );
  // The forgery is not signed either, because the vault keeps its last signed checkpoint.
  const signed = await runCli(['checkpoint'], directory);
  expect(signed.code).toBe(1);
  expect(signed.output).toContain('not signed: this key signed a different history before');
});

test('a log whose chain is broken is not signed', async () => {
  const directory = filled();
  tamper(join(directory, 'log.db'), (db) =>
    db.exec('UPDATE events SET at = at + 1 WHERE position = 9'),
  );
  const { code, output } = await runCli(['checkpoint'], directory);
  expect(code).toBe(1);
  expect(output).toBe(
    'memory-vault: log.db: the hash of event 9 does not follow from the events before it: run memory-vault verify\n',
  );
});

test('a checkpoint of another vault is refused, and so is one without a key to verify it', async () => {
  const [ours, theirs] = [filled(), temporaryDirectory()];
  await everyKind(theirs);
  const file = join(theirs, 'note');
  writeFileSync(file, (await runCli(['checkpoint'], theirs)).output);
  // Every vault has one since it was opened first; a copy of log.db alone has none.
  rmSync(join(ours, 'checkpoint.key'));
  const keyless = await runCli(['verify', '--against', file], ours);
  expect(keyless.output).toContain(
    'has no checkpoint.key: give the public key of the signer with --key',
  );
  await runCli(['checkpoint'], ours);
  const other = await runCli(['verify', '--no-views', '--against', file], ours);
  expect(other.output).toContain('the note has no signature of memory-vault/');
  expect(other.code).toBe(1);
});

test('a backup made next to a running service restores to the same read models', async () => {
  const directory = filled();
  // Otherwise it might abandon a session between the backup and the digest.
  const service = await startService(directory, { VAULT_SESSION_IDLE: '36500d' });
  const file = join(temporaryDirectory(), 'backup.db');
  const made = await runCli(['backup', file], directory);
  expect(made.output).toMatch(/^\S+: \d+ events, the last is event \d+ with hash [0-9a-f]{64}\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const digest = (await runCli(['digest'], directory)).output;
  const again = await runCli(['backup', file], directory);
  expect(again.code).toBe(1);
  expect(again.output).toContain('already exists');
  expect((await runCli(['verify', '--log', file], directory)).code).toBe(0);
  const running = await runCli(['restore', file], directory);
  expect(running.output).toMatch(/is in use by process \d+/);
  expect(running.code).toBe(1);
  await service.stop('SIGTERM');

  const elsewhere = join(temporaryDirectory(), 'vault');
  const restored = await runCli(['restore', file], elsewhere);
  expect(restored.code).toBe(0);
  expect(restored.output).toContain(`read models rebuilt, digest ${digest.slice(0, 64)}\n`);
  expect((await runCli(['digest'], elsewhere)).output).toBe(digest);
  expect((await runCli(['verify'], elsewhere)).code).toBe(0);
});

test('restore refuses to replace a log with events unless it may move it aside', async () => {
  const directory = filled();
  const before = readFileSync(join(directory, 'log.db'));
  const file = join(temporaryDirectory(), 'backup.db');
  await runCli(['backup', file], directory);
  const refused = await runCli(['restore', file], directory);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain(
    'already has a log with events: restore with --replace to put it aside',
  );
  expect(readFileSync(join(directory, 'log.db'))).toEqual(before);
  const replaced = await runCli(['restore', '--replace', file], directory);
  expect(replaced.code).toBe(0);
  const [, aside = ''] = /^the previous log is kept as (\S+)$/m.exec(replaced.output) ?? [];
  expect(aside).toMatch(/log\.db\.replaced-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/);
  expect((await runCli(['verify', '--log', aside], directory)).code).toBe(0);
  await (await openApp(testConfig({ VAULT_DATA_DIR: directory }))).close();
});

test('neither a damaged backup is restored nor a damaged log backed up', async () => {
  const directory = filled();
  const file = join(temporaryDirectory(), 'backup.db');
  await runCli(['backup', file], directory);
  tamper(file, (db) => db.exec('DELETE FROM events WHERE position = 3'));
  const elsewhere = join(temporaryDirectory(), 'vault');
  const restored = await runCli(['restore', file], elsewhere);
  expect(restored.code).toBe(1);
  expect(restored.output).toContain('does not verify. Nothing was changed');

  tamper(join(directory, 'log.db'), (log) => log.exec(`UPDATE events SET body = '{}'`));
  const other = join(temporaryDirectory(), 'backup.db');
  const made = await runCli(['backup', other], directory);
  expect(made.code).toBe(1);
  expect(made.output).toMatch(/the log is damaged: .*Run memory-vault verify/);
  expect(statSync(other, { throwIfNoEntry: false })).toBeUndefined();
});

test('a backup contains no text that was forgotten before it', async () => {
  const directory = temporaryDirectory();
  const service = await startService(directory);
  const marker = 'a marker that no other text contains';
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${service.url}/api/v1/observations${path}`, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    return response.status === 204 ? undefined : response.json();
  };
  const saved = await call('POST', '', { title: 't', content: marker, type: 'task' });
  const { id } = z.object({ id: z.string() }).parse(saved);
  const [before, after] = ['before', 'after'].map((name) => join(directory, `${name}.db`));
  await runCli(['backup', before ?? ''], directory);
  await call('DELETE', `/${id}`);
  await runCli(['backup', after ?? ''], directory);
  await service.stop('SIGTERM');
  expect(readFileSync(before ?? '').includes(marker)).toBe(true);
  expect(readFileSync(after ?? '').includes(marker)).toBe(false);
});

test('a service verifies and signs in threads, while saves go on', async () => {
  const directory = filled();
  const service = await startService(directory);
  const admin = { headers: { 'x-admin-key': ADMIN_KEY } };
  const verified = fetch(`${service.url}/admin/log/verify`, { method: 'POST', ...admin });
  const saves = Array.from({ length: 20 }, (_, i) =>
    fetch(`${service.url}/api/v1/observations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ title: `while verifying ${i}`, content: 'c', type: 'task' }),
    }),
  );
  for (const response of await Promise.all(saves)) expect(response.status).toBe(200);
  expect(await (await verified).json()).toMatchObject({ ok: true, views_compared: true });
  const checkpoint = await fetch(`${service.url}/api/v1/audit/checkpoint`, {
    headers: { 'x-min-position': '1' },
  });
  const file = join(temporaryDirectory(), 'checkpoint');
  writeFileSync(file, await checkpoint.text());
  expect(await service.stop('SIGTERM')).toBe(0);
  expect((await runCli(['verify', '--against', file], directory)).code).toBe(0);
});

test.skipIf(process.platform !== 'linux')(
  'a service that has verified still holds its lock on the log, or others would take its write-ahead log away',
  async () => {
    const directory = temporaryDirectory();
    const service = await startService(directory);
    const { ino } = statSync(join(directory, 'log.db'));
    const locks = () =>
      readFileSync('/proc/locks', 'utf8')
        .split('\n')
        .filter((lock) => lock.includes(` ${service.process.pid} `) && lock.includes(`:${ino} `))
        // The number at the start is that of the line.
        .map((lock) => lock.replace(/^\d+: /, ''));
    const held = locks();
    expect(held).toHaveLength(1);
    const headers = { 'x-admin-key': ADMIN_KEY };
    for (let times = 0; times < 2; times++) {
      const verified = await fetch(`${service.url}/admin/log/verify`, { method: 'POST', headers });
      expect(await verified.json()).toMatchObject({ ok: true });
      // Another thread that opens the file may lock another byte for a moment.
      expect(locks()).toEqual(expect.arrayContaining(held));
    }
    await service.stop('SIGTERM');
  },
);
