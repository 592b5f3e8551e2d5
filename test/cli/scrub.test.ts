import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/app/openApp.js';
import { rebuild } from '../../src/cli/rebuildCommand.js';
import { publishConventions, savePrompt } from '../../src/commands/documents.js';
import { reviseObservation, saveObservation } from '../../src/commands/observations.js';
import { endSession, startSession } from '../../src/commands/sessions.js';
import { scrub } from '../../src/maintenance/scrub.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { openSqliteReader } from '../../src/sqlite/sqlite.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { checkChain } from '../support/checkChain.js';
import { testClient } from '../support/client.js';
import { plainFilter } from '../support/plainFilter.js';
import { runCli } from '../support/service.js';
import { ADMIN_KEY, testConfig } from '../support/testApp.js';

const SECRET = 'hunter2hunter2';
const context = { meta: { actor: 'test' } };

/** A vault that was filled with a filter that did not know passwords. */
async function leaky() {
  const config = testConfig();
  const app = await openApp(config, { filter: plainFilter });
  const { execute } = app.executor;
  const text = `password: ${SECRET}`;
  const session = { project: text, team: text, country: text, agent: text };
  const { key: id } = await execute(startSession, { ...session, goal: text }, context);
  const names = { team: text, country: text, author: text, project: text };
  const note = { ...names, type: 'decision' as const, dry_run: undefined, force: undefined };
  const said = { title: 'Safe', content: text, tags: [text], session_id: id };
  const saved = await execute(saveObservation, { ...note, ...said }, context);
  const change = { title: text, type: undefined, content: undefined, tags: undefined };
  await execute(reviseObservation, { ...change, id: saved.key }, context);
  await execute(endSession, { id, summary: text }, context);
  await execute(savePrompt, { name: 'n', content: text, tags: [text] }, context);
  await execute(publishConventions, { project: 'p', content: text }, context);
  const clean = { title: 'Clean', content: 'Nothing here.', tags: undefined, session_id: id };
  const unnamed = { team: undefined, country: undefined, author: undefined, project: undefined };
  await execute(saveObservation, { ...note, ...clean, ...unnamed }, context);
  await app.close();
  return config;
}

const holding = (directory: string) =>
  readdirSync(directory).filter((file) => readFileSync(join(directory, file)).includes(SECRET));

test('a dry run reports the redactions and changes nothing', async () => {
  const config = await leaky();
  const app = await openApp(config);
  const { position } = await app.log.head();
  const receipt = await scrub(app, { dryRun: true, onProgress: () => {} });
  expect(receipt.scrubbed.map(({ position, redacted_by }) => [position, redacted_by])).toEqual(
    [1, 2, 3, 4, 5, 6].map((event) => [event, undefined]),
  );
  expect((await app.log.head()).position).toBe(position);
  await app.close();
});

test('a scrub takes secrets out of the whole history; the chain holds and everything else stays', async () => {
  const config = await leaky();
  expect(holding(config.dataDir)).toContain('log.db');
  const app = await openApp(config);
  const leaking = digestViews(await app.readModels.latest(), allProjections).digest;
  const receipt = await scrub(app, { dryRun: false, onProgress: () => {} });
  expect(receipt.scrubbed).toHaveLength(6);
  expect(JSON.stringify(receipt)).not.toContain(SECRET);
  expect(receipt.after.position).toBe(receipt.before.position + 6);
  await app.close();
  // The next start must rebuild, also after a crash: the old read models contained the erased texts.
  await (await openApp(config)).close();
  expect(holding(config.dataDir)).toEqual([]);
  const { before, after } = await rebuild(config, () => {});
  expect(after).not.toBe(leaking);
  expect(after).toBe(before);
  expect(checkChain(join(config.dataDir, 'log.db'))).toEqual([]);

  const scrubbed = await openApp(config);
  const events = await scrubbed.log.readAfter(0, 7);
  expect(JSON.stringify(events)).toContain('password: [REDACTED]');
  expect(events.map(({ type }) => type)).not.toContain('erased');
  const again = await scrub(scrubbed, { dryRun: false, onProgress: () => {} });
  expect(again.scrubbed).toEqual([]);
  const { digest } = digestViews(await scrubbed.readModels.latest(), allProjections);
  expect(digest).toBe(after);
  await scrubbed.close();
});

test('a secret in a name that keys a stream is reported, and goes with what has that name', async () => {
  const config = testConfig();
  const old = await openApp(config, { filter: plainFilter });
  const name = `password: ${SECRET}`;
  await old.executor.execute(savePrompt, { name, content: 'text', tags: [] }, context);
  await old.close();
  const app = await openApp(config);
  const { scrubbed, kept_names } = await scrub(app, { dryRun: true, onProgress: () => {} });
  expect(scrubbed).toEqual([]);
  expect(kept_names).toMatchObject([
    { position: 1, type: 'prompt.saved', found: [{ kind: 'key-value', count: 1 }] },
  ]);
  const client = await testClient(app);
  const url = `/admin/prompts/${encodeURIComponent(name)}`;
  const headers = { 'x-admin-key': ADMIN_KEY };
  expect((await client.call('DELETE', url, { headers })).statusCode).toBe(204);
  await app.close();
  expect(holding(config.dataDir)).toEqual([]);
});

test('the command reports when a reader delays the wiping of a file', async () => {
  const { dataDir } = await leaky();
  const reader = openSqliteReader(join(dataDir, 'log.db'));
  reader.db.exec('BEGIN');
  reader.all('SELECT * FROM events');
  const { code, stdout } = await runCli(['scrub'], dataDir);
  expect(stdout).toContain('6 of 7 events redacted');
  expect(stdout).toContain('pending: another program still reads the vault');
  expect(code).toBe(1);
  expect(holding(dataDir)).not.toEqual([]);
  reader.db.close();
  await (await openApp(testConfig({ VAULT_DATA_DIR: dataDir }))).close();
  expect(holding(dataDir)).toEqual([]);
});
