import { expect, test } from 'vitest';
import {
  CONVENTIONS_LINE,
  NOTE_LINE,
  ONE_OF_EACH,
  PHASES_LINE,
  PROMPT_LINE,
  SESSION_LINE,
} from '../../support/archiveLines.js';
import { testClient } from '../../support/client.js';
import { got, imported, newRun, outcomes, sendLines } from '../../support/importing.js';
import { ADMIN } from '../../support/notes.js';
import { stateOf } from '../../support/stateOf.js';
import { testApp } from '../../support/testApp.js';

const NOTE = `/api/v1/observations/${NOTE_LINE.id}`;
const STATES = [
  { ...said('Charges carry a key'), at: '2026-11-01T10:00:00Z' },
  { ...said('Charges carry two keys'), at: '2026-11-02T10:00:00Z' },
];
const REVISED = { ...NOTE_LINE, ...said('Charges carry two keys'), revisions: STATES };

function said(title: string) {
  const { type, content, tags } = NOTE_LINE;
  return { type, title, content, tags };
}

async function vault() {
  const app = await testApp();
  const client = await testClient(app);
  const position = async () => (await app.log.head()).position;
  return { app, client, position };
}

test('a line of each record is stored, and shown with its own id and times', async () => {
  const { client } = await vault();
  const answer = await imported(client, ONE_OF_EACH);
  expect(outcomes(answer)).toEqual(ONE_OF_EACH.map(() => 'stored'));
  expect(answer).toMatchObject({ stored: 5, same: 0, revised: 0, refused: 0, redactions: [] });
  const { record: _, ...note } = NOTE_LINE;
  expect(await got(client, NOTE)).toEqual(note);
  const { record: _session, ...session } = SESSION_LINE;
  expect(
    (await got(client, '/api/v1/sessions/all')).sessions ??
      (await got(client, '/api/v1/sessions/all')),
  ).toMatchObject([session]);
  expect(await got(client, '/api/v1/prompts/review')).toMatchObject({
    id: PROMPT_LINE.id,
    version: 2,
    created_at: PROMPT_LINE.created_at,
    updated_at: PROMPT_LINE.versions[1]?.at,
  });
  expect(await got(client, '/api/v1/openspec/billing')).toMatchObject({
    version: 2,
    content: CONVENTIONS_LINE.versions[1]?.content,
    updated_at: CONVENTIONS_LINE.versions[1]?.at,
  });
  expect(await got(client, '/api/v1/sdd/billing')).toMatchObject({
    phase: 'spec',
    updated_at: PHASES_LINE.phases[1]?.at,
  });
});

test('a note comes with all its revisions and their times', async () => {
  const { client } = await vault();
  await imported(client, [REVISED]);
  const history = await got(client, `${NOTE}/history`);
  const revisions = history.revisions ?? history;
  expect(revisions).toMatchObject([
    { revision: 1, title: STATES[0]?.title, updated_at: STATES[0]?.at },
    { revision: 2, title: STATES[1]?.title, updated_at: STATES[1]?.at },
  ]);
});

test.each(['the same', 'another'])('importing again in %s run writes no event', async (which) => {
  const { client, position } = await vault();
  const lines = [...ONE_OF_EACH.filter(({ record }) => record !== 'note'), REVISED];
  const run = newRun();
  await imported(client, lines, { run });
  const before = await position();
  const again = await imported(client, lines, which === 'another' ? {} : { run });
  expect(await position()).toBe(before);
  expect(again).toMatchObject({ same: 5, stored: 0, refused: 0 });
});

test('a dry run says the same and records nothing', async () => {
  const { app, client } = await vault();
  const before = await stateOf(app);
  const dry = await imported(client, ONE_OF_EACH, { dryRun: true });
  expect(await stateOf(app)).toEqual(before);
  const real = await imported(client, ONE_OF_EACH);
  expect({ ...dry, run: '' }).toEqual({ ...real, run: '' });
});

test('a text that changed in the source becomes a revision', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  const changed = { ...NOTE_LINE, title: 'Charges carry a key each' };
  expect(outcomes(await imported(client, [changed]))).toEqual(['revised']);
  expect(await got(client, NOTE)).toMatchObject({ title: changed.title, revision: 2 });
  // And back: the source says it, whatever was before.
  expect(outcomes(await imported(client, [NOTE_LINE]))).toEqual(['revised']);
});

test('what was revised here is kept, and refused only where the source changed as well', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  await client.call('PATCH', NOTE, { payload: { title: 'Ours' } });
  expect(outcomes(await imported(client, [NOTE_LINE]))).toEqual(['same']);
  const { results } = await imported(client, [{ ...NOTE_LINE, title: 'Theirs' }]);
  expect(results).toMatchObject([{ outcome: 'refused', id: NOTE_LINE.id }]);
  expect(results[0]?.error).toContain('changed here and in the source');
  expect(await got(client, NOTE)).toMatchObject({ title: 'Ours' });
});

test('an archive that goes on from what is here adds only what follows', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  expect(outcomes(await imported(client, [REVISED]))).toEqual(['revised']);
  expect(await got(client, NOTE)).toMatchObject({
    revision: 2,
    updated_at: STATES[1]?.at,
  });
});

test('a note that somebody forgot here stays forgotten', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  await client.call('DELETE', NOTE, { headers: ADMIN });
  const { results } = await imported(client, [NOTE_LINE]);
  expect(results).toMatchObject([
    { outcome: 'refused', error: expect.stringContaining('forgotten') },
  ]);
});

test('bad lines are refused by number, with all that is wrong, and stop no others', async () => {
  const { client } = await vault();
  const { results, stored, refused } = await imported(client, [
    '{ no JSON',
    { record: 'note', id: 'x' },
    { ...NOTE_LINE, mood: 'good' },
    { ...REVISED, title: 'Another' },
    { ...SESSION_LINE, ended_at: '2026-10-01T00:00:00Z' },
    NOTE_LINE,
  ]);
  expect({ stored, refused }).toEqual({ stored: 1, refused: 5 });
  expect(results.map(({ line, outcome }) => `${line} ${outcome}`)).toEqual([
    ...[1, 2, 3, 4, 5].map((line) => `${line} refused`),
    '6 stored',
  ]);
  const [, fields, unknown, revisions, session] = results.map(({ error }) => error);
  expect(fields).toMatch(/id: must be a ULID.*title: is required/);
  expect(unknown).toContain('mood');
  expect(revisions).toContain('must end with the current text of the note');
  expect(session).toContain('must not be before started_at');
});

test('secrets are redacted and counted by kind; what is redacted already stays as it is', async () => {
  const { client } = await vault();
  const secret = 'AKIAIOSFODNN7EXAMPLE';
  const { redactions, results } = await imported(client, [
    { ...NOTE_LINE, content: `key ${secret}`, title: 'It was [REDACTED]' },
  ]);
  expect(redactions).toEqual([{ kind: expect.any(String), count: 1 }]);
  expect(results[0]?.redacted).toEqual(redactions);
  const note = await got(client, NOTE);
  expect(note.title).toBe('It was [REDACTED]');
  expect(note.content).not.toContain(secret);
});

test('a note is not moved to another project or team by an import', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  for (const other of [{ project: 'shop' }, { team: 'red' }]) {
    const { results } = await imported(client, [{ ...NOTE_LINE, ...other }]);
    expect(results).toMatchObject([{ outcome: 'refused' }]);
  }
});

test('a session gets the goal and the end that it lacks, and keeps what it has', async () => {
  const { client } = await vault();
  const { goal: _, summary: _s, ended_at: _e, ...bare } = SESSION_LINE;
  await imported(client, [{ ...bare, state: 'active' }]);
  expect(outcomes(await imported(client, [SESSION_LINE]))).toEqual(['revised']);
  expect(outcomes(await imported(client, [SESSION_LINE]))).toEqual(['same']);
  const { results } = await imported(client, [{ ...SESSION_LINE, summary: 'Another' }]);
  expect(results).toMatchObject([
    { outcome: 'refused', error: 'has another summary here, which is kept' },
  ]);
});

test('two prompts with one id are two prompts', async () => {
  const { app, client } = await vault();
  await imported(client, [PROMPT_LINE, { ...PROMPT_LINE, name: 'other' }]);
  expect(await got(client, '/api/v1/prompts/other')).toMatchObject({ version: 2 });
  expect(app.readModels.trouble()).toBeUndefined();
});

test('each run is listed once with its source, however many parts it came in', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, [SESSION_LINE], { run, source: 'engram' });
  await imported(client, [NOTE_LINE], { run, source: 'engram' });
  const acts = await got(client, '/admin/events?type=admin.acted');
  expect(acts).toHaveLength(1);
  expect(await got(client, '/api/v1/admin/imports')).toEqual({
    imports: [
      {
        run,
        source: 'engram',
        at: '2026-11-20T09:30:00Z',
        undone_at: null,
        holds: { note: 1, session: 1 },
      },
    ],
  });
});

test('a run and a source are required', async () => {
  const { client } = await vault();
  const answer = await sendLines(client, [], { run: 'x', source: 'No Name' });
  expect(answer.json()).toMatchObject({ status: 400, code: 'invalid_parameter' });
});

test('a note comes with its pin and with the note that it supersedes', async () => {
  const { client } = await vault();
  const other = '01KAFVVB0000000000000000Z9';
  const line = { ...NOTE_LINE, supersedes: other, pinned: true };
  await imported(client, [{ ...NOTE_LINE, id: other }, line]);
  expect(await got(client, NOTE)).toMatchObject({ supersedes: other, pinned: true });
  expect((await imported(client, [line])).same).toBe(1);
});

test('a line that is refused does not pin its note either', async () => {
  const { client } = await vault();
  await imported(client, [NOTE_LINE]);
  await client.call('PATCH', NOTE, { payload: { title: 'Ours' } });
  const lines = [SESSION_LINE, { ...NOTE_LINE, title: 'Theirs', pinned: true }];
  expect(outcomes(await imported(client, lines))).toEqual(['stored', 'refused']);
  expect(await got(client, NOTE)).not.toHaveProperty('pinned');
});

test('the log says of each event which run wrote it', async () => {
  const { client } = await vault();
  const run = newRun();
  await client.call('POST', '/api/v1/sessions', { payload: { project: 'p' } });
  await imported(client, [{ ...NOTE_LINE, pinned: true }], { run });
  const events: { run?: string }[] = await got(client, '/admin/events');
  expect(events.map((event) => event.run)).toEqual([undefined, run, run, run]);
});
