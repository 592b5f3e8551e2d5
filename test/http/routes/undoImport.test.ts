import { expect, test } from 'vitest';
import {
  ACTIVE_SESSION_LINE,
  CONVENTIONS_LINE,
  NOTE_LINE,
  ONE_OF_EACH,
  PHASES_LINE,
  PROMPT_LINE,
  SESSION_LINE,
} from '../../support/archiveLines.js';
import { testClient } from '../../support/client.js';
import { got, imported, newRun, outcomes, sendLines, undone } from '../../support/importing.js';
import { ADMIN } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';

const NOTE = `/api/v1/observations/${NOTE_LINE.id}`;

async function vault() {
  const app = await testApp();
  return { app, client: await testClient(app) };
}

test('undoing a run forgets all that it brought', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, ONE_OF_EACH, { run });
  expect(await undone(client, run)).toEqual({
    run,
    dry_run: false,
    forgotten: 5,
    restored: 0,
    left_total: 0,
    left: [],
  });
  expect((await client.call('GET', NOTE)).statusCode).toBe(404);
  expect((await client.call('GET', '/api/v1/prompts/review')).statusCode).toBe(404);
  expect(await got(client, '/api/v1/openspec/billing')).toMatchObject({ version: 0 });
  expect(await got(client, '/api/v1/sdd/billing')).toMatchObject({ updated_at: null });
  expect(await got(client, '/api/v1/admin/imports')).toMatchObject({
    imports: [{ run, undone_at: '2026-11-20T09:30:00Z', holds: {} }],
  });
});

test('what a run changed says again what it said before', async () => {
  const { client } = await vault();
  await imported(client, ONE_OF_EACH);
  const before = await Promise.all(TEXTS.map((url) => got(client, url)));
  const run = newRun();
  const changed = [
    { ...NOTE_LINE, title: 'Changed', tags: [] },
    { ...PROMPT_LINE, versions: [{ content: 'Changed', tags: [], at: '2026-11-03T12:00:00Z' }] },
    { ...CONVENTIONS_LINE, versions: [{ content: 'Changed', at: '2026-11-03T12:00:00Z' }] },
    { ...PHASES_LINE, phases: [{ phase: 'apply', at: '2026-11-03T12:00:00Z' }] },
  ];
  expect(outcomes(await imported(client, changed, { run }))).toEqual(changed.map(() => 'revised'));
  expect(await undone(client, run)).toMatchObject({ forgotten: 0, restored: 4, left: [] });
  const after = await Promise.all(TEXTS.map((url) => got(client, url)));
  expect(after.map(textOf)).toEqual(before.map(textOf));
  // Nothing is left of the run, so undoing it again changes nothing.
  expect(await undone(client, run)).toMatchObject({ forgotten: 0, restored: 0, left: [] });
});

const TEXTS = [NOTE, '/api/v1/prompts/review', '/api/v1/openspec/billing', '/api/v1/sdd/billing'];
const textOf = (thing: Record<string, unknown>) =>
  ['title', 'content', 'tags', 'phase'].map((field) => thing[field]);

test('what somebody changed since stays, and is named', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, [NOTE_LINE, SESSION_LINE], { run });
  await client.call('PATCH', NOTE, { payload: { title: 'Ours' } });
  const rehearsed = await undone(client, run, '?dry_run=true');
  const answer = await undone(client, run);
  expect(answer).toMatchObject({
    forgotten: 1,
    left_total: 1,
    left: [{ record: 'note', id: NOTE_LINE.id, reason: expect.stringContaining('changed here') }],
  });
  expect({ ...rehearsed, dry_run: false }).toEqual(answer);
  expect(await got(client, NOTE)).toMatchObject({ title: 'Ours' });
});

test('a dry run of undoing records nothing', async () => {
  const { app, client } = await vault();
  const run = newRun();
  await imported(client, ONE_OF_EACH, { run });
  const before = await stateOf(app);
  expect(await undone(client, run, '?dry_run=true')).toMatchObject({ forgotten: 5 });
  expect(await stateOf(app)).toEqual(before);
});

test('two runs that wrote the same note are undone in reverse order', async () => {
  const { client } = await vault();
  const [first, second] = [newRun(), newRun()];
  await imported(client, [NOTE_LINE], { run: first });
  await imported(client, [{ ...NOTE_LINE, title: 'Changed' }], { run: second });
  expect(await undone(client, first)).toMatchObject({
    forgotten: 0,
    left: [{ reason: expect.stringContaining('later import') }],
  });
  expect(await undone(client, second)).toMatchObject({ restored: 1 });
  expect(await undone(client, first)).toMatchObject({ forgotten: 1, left: [] });
});

test('what was undone can be imported again, but what a person forgot stays forgotten', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, ONE_OF_EACH, { run });
  await undone(client, run);
  const again = newRun();
  expect(outcomes(await imported(client, ONE_OF_EACH, { run: again }))).toEqual(
    ONE_OF_EACH.map(() => 'stored'),
  );
  await client.call('DELETE', NOTE, { headers: ADMIN });
  await undone(client, again);
  expect(outcomes(await imported(client, [NOTE_LINE]))).toEqual(['refused']);
});

test('the log says of a forgetting by which run it was', async () => {
  const { app, client } = await vault();
  const run = newRun();
  await imported(client, [NOTE_LINE], { run });
  await undone(client, run);
  const events = await app.log.readStream(`observation/${NOTE_LINE.id}`);
  expect(events).toMatchObject([{ type: 'observation.forgotten', meta: { run } }]);
});

test('a run that was undone takes nothing in any more', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, [NOTE_LINE], { run });
  await undone(client, run);
  const late = await sendLines(client, [SESSION_LINE], { run });
  expect(late.json()).toMatchObject({ status: 409, code: 'conflict' });
});

test('an unknown run cannot be undone', async () => {
  const { client } = await vault();
  const answer = await client.call('DELETE', `/api/v1/admin/imports/${newRun()}`, {
    headers: ADMIN,
  });
  expect(answer.json()).toMatchObject({ status: 404, code: 'not_found' });
});

test('a note that somebody pinned since stays, and one that comes back has only the pin it comes with', async () => {
  const { client } = await vault();
  const [run, again] = [newRun(), newRun()];
  await imported(client, [{ ...NOTE_LINE, pinned: true }], { run });
  expect(await undone(client, run)).toMatchObject({ forgotten: 1 });
  await imported(client, [NOTE_LINE], { run: again });
  expect(await got(client, NOTE)).not.toHaveProperty('pinned');
  await client.call('PUT', `${NOTE}/pin`, { headers: ADMIN });
  expect(await undone(client, again)).toMatchObject({
    left: [{ id: NOTE_LINE.id, reason: expect.stringContaining('pinned') }],
  });
});

test('a session that was idle for too long since is undone like any other', async () => {
  const { app, client } = await vault();
  const run = newRun();
  await imported(client, [ACTIVE_SESSION_LINE], { run });
  expect(await app.abandonIdleSessions()).toBe(1);
  expect(await undone(client, run)).toMatchObject({ forgotten: 1, left: [] });
});

test('a run that only pinned a note takes the pin away again, unless somebody did so', async () => {
  const { client } = await vault();
  const [, run, again] = [await imported(client, [NOTE_LINE]), newRun(), newRun()];
  const pinned = { ...NOTE_LINE, pinned: true };
  expect(outcomes(await imported(client, [pinned], { run }))).toEqual(['revised']);
  expect(await got(client, '/api/v1/admin/imports?limit=1')).toMatchObject({
    imports: [{ run, holds: { pin: 1 } }],
  });
  expect(await undone(client, run, '?dry_run=true')).toMatchObject({ restored: 1 });
  expect(await undone(client, run)).toMatchObject({ forgotten: 0, restored: 1, left: [] });
  expect(await got(client, NOTE)).not.toHaveProperty('pinned');
  await imported(client, [pinned], { run: again });
  await client.call('DELETE', `${NOTE}/pin`, { headers: ADMIN });
  expect(await undone(client, again)).toMatchObject({ forgotten: 0, restored: 0, left: [] });
});

test('a pinned note counts once in a dry run of undoing, as it does when it is undone', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, [{ ...NOTE_LINE, pinned: true }], { run });
  const rehearsed = await undone(client, run, '?dry_run=true');
  expect(await undone(client, run)).toEqual({ ...rehearsed, dry_run: false });
  expect(rehearsed).toMatchObject({ forgotten: 1, restored: 0 });
});
