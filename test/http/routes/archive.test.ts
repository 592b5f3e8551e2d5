import { expect, test, vi } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { EVERYTHING } from '../../../src/domain/visibility.js';
import { joined } from '../../../src/http/answers/inParts.js';
import { archiveLines } from '../../../src/queries/archive/archiveLines.js';
import { NOW } from '../../../src/queries/asOf.js';
import { type Client, testClient } from '../../support/client.js';
import { countTurns } from '../../support/countTurns.js';
import { everyKind } from '../../support/everyKind.js';
import { listening, request } from '../../support/listening.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { saveNote } from '../../support/saveNote.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp, testClock } from '../../support/testApp.js';
import { COMMON, MARK, walledVault } from '../../support/walledVault.js';

const ARCHIVE = '/api/v1/admin/archive';

/** The lines of an archive, and the position that it shows. */
async function archiveOf(client: Client, query = '') {
  const answer = await client.call('GET', `${ARCHIVE}${query}`, { headers: ADMIN });
  expect(answer.statusCode, answer.body).toBe(200);
  const lines = answer.body
    .split('\n')
    .slice(0, -1)
    .map((line) => ArchiveLine.parse(JSON.parse(line)));
  return { lines, body: answer.body, position: Number(answer.headers['x-log-position']) };
}

const ofRecord = <R extends ArchiveLine['record']>(lines: readonly ArchiveLine[], record: R) =>
  lines.filter((line): line is Extract<ArchiveLine, { record: R }> => line.record === record);

/** A request of the owner that must succeed. */
async function tell(
  client: Client,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
) {
  const answer = await client.call(method, url, { headers: ADMIN, ...(payload && { payload }) });
  expect([200, 202, 204], answer.body).toContain(answer.statusCode);
  return answer.body === '' ? undefined : answer.json();
}

test('an archive of a vault with everything holds each thing once, in its order, and nothing that was forgotten', async () => {
  const directory = temporaryDirectory();
  const { kept, revised, forgotten } = await everyKind(directory);
  const client = await testClient(await testApp({ VAULT_DATA_DIR: directory }));
  const { lines, body } = await archiveOf(client);
  const order = lines.map((line) => line.record);
  expect([...new Set(order)]).toEqual(['session', 'note', 'prompt', 'conventions', 'phases']);
  expect(order).toEqual(
    order.toSorted((a, b) => [...new Set(order)].indexOf(a) - [...new Set(order)].indexOf(b)),
  );
  for (const record of ['session', 'note'] as const) {
    const ids = ofRecord(lines, record).map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort());
  }
  const ids = ofRecord(lines, 'note').map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([...kept, ...revised]));
  for (const id of forgotten) expect(body).not.toContain(id);
  expect(ofRecord(lines, 'prompt').map(({ name }) => name)).toEqual(['q']);
  expect(ofRecord(lines, 'conventions').map(({ project }) => project)).toEqual(['p']);
  expect(ofRecord(lines, 'phases').map(({ project }) => project)).toEqual(['p']);
  expect(new Set(ofRecord(lines, 'session').map(({ state }) => state))).toEqual(
    new Set(['active', 'abandoned', 'ended']),
  );
  // What the filter found only later, and what was in prompts, notes and a project that were forgotten.
  for (const word of ['hush', 'whisper', 'brief', 'gone'])
    expect(body.toLowerCase()).not.toContain(word);
});

/** A vault in which everything has a past. */
async function vaultWithPast() {
  const clock = testClock();
  const app = await testApp({}, { clock });
  const client = await testClient(app);
  const later = () => clock.advance(60_000);
  const { id: session } = await tell(client, 'POST', '/api/v1/sessions', {
    project: 'Checkout',
    client_ref: 'r',
  });
  const id = await save(client, { title: 'first', project: 'checkout', session_id: session });
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'one', tags: ['a'] });
  await tell(client, 'PUT', '/api/v1/openspec/checkout', { content: 'Be kind.' });
  await tell(client, 'PUT', '/api/v1/sdd/checkout', { phase: 'spec' });
  const { position: early } = await app.log.head();
  later();
  await tell(client, 'POST', '/api/v1/sessions', {
    project: 'checkout',
    client_ref: 'r',
    goal: 'a goal',
  });
  await tell(client, 'PATCH', `/api/v1/observations/${id}`, { title: 'second', tags: ['t'] });
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'one', tags: ['b'] });
  const { position: retagged } = await app.log.head();
  later();
  await tell(client, 'POST', '/api/v1/prompts', { name: 'review', content: 'two', tags: [] });
  await tell(client, 'PUT', '/api/v1/openspec/Checkout', { content: 'Be brief.' });
  await tell(client, 'PUT', '/api/v1/sdd/CHECKOUT', { phase: 'design' });
  await tell(client, 'PUT', `/api/v1/sessions/${session}`, { summary: 'done' });
  await tell(client, 'POST', '/api/v1/prompts', {
    name: 'review',
    content: 'of a team',
    team: 'Payments',
  });
  return { app, client, session, id, early, retagged };
}

const AT = ['2026-11-20T09:30:00Z', '2026-11-20T09:31:00Z', '2026-11-20T09:32:00Z'] as const;

test('each thing comes with its past: revisions, versions and phases with their times', async () => {
  const { client, app, session, id } = await vaultWithPast();
  const { lines, position } = await archiveOf(client);
  expect(position).toBe((await app.log.head()).position);
  const said = { type: 'learning', content: 'Some content.' };
  expect(lines).toEqual([
    {
      ...{ record: 'session', id: session, project: 'Checkout', goal: 'a goal', client_ref: 'r' },
      ...{ started_at: AT[0], ended_at: AT[2], summary: 'done', state: 'ended' },
    },
    {
      ...{ record: 'note', id, ...said, title: 'second', tags: ['t'], project: 'checkout' },
      ...{ session_id: session, created_at: AT[0] },
      revisions: [
        { ...said, title: 'first', tags: [], at: AT[0] },
        { ...said, title: 'second', tags: ['t'], at: AT[1] },
      ],
    },
    {
      ...{
        record: 'prompt',
        id: expect.any(String),
        name: 'review',
        team: 'Payments',
        created_at: AT[2],
      },
      versions: [{ content: 'of a team', tags: [], at: AT[2] }],
    },
    {
      ...{ record: 'prompt', id: expect.any(String), name: 'review', created_at: AT[0] },
      versions: [
        { content: 'one', tags: ['b'], at: AT[1] },
        { content: 'two', tags: [], at: AT[2] },
      ],
    },
    {
      ...{ record: 'conventions', project: 'Checkout' },
      versions: [
        { content: 'Be kind.', at: AT[0] },
        { content: 'Be brief.', at: AT[2] },
      ],
    },
    {
      ...{ record: 'phases', project: 'CHECKOUT' },
      phases: [
        { phase: 'spec', at: AT[0] },
        { phase: 'design', at: AT[2] },
      ],
    },
  ]);
});

test('as_of: everything is as it was after that event', async () => {
  const { client, early, retagged, session } = await vaultWithPast();
  const then = await archiveOf(client, `?as_of=${early}`);
  expect(then.position).toBe(early);
  expect(then.lines).toMatchObject([
    { record: 'session', id: session, state: 'active' },
    { record: 'note', title: 'first' },
    { record: 'prompt', versions: [{ content: 'one', tags: ['a'], at: AT[0] }] },
    { record: 'conventions', project: 'checkout', versions: [{ content: 'Be kind.' }] },
    { record: 'phases', project: 'checkout', phases: [{ phase: 'spec' }] },
  ]);
  for (const [line, key] of [
    [0, 'goal'],
    [0, 'ended_at'],
    [0, 'summary'],
    [1, 'revisions'],
  ] as const)
    expect(then.lines[line]).not.toHaveProperty(key);
  const prompt = ofRecord((await archiveOf(client, `?as_of=${retagged}`)).lines, 'prompt');
  expect(prompt).toMatchObject([{ versions: [{ content: 'one', tags: ['b'], at: AT[1] }] }]);
  expect(await archiveOf(client, `?as_of=${AT[0]}`)).toEqual(then);
  expect((await archiveOf(client, '?as_of=0')).body).toBe('');
});

test('an archive of a project or of a team has what belongs to it', async () => {
  const { client } = await vaultWithPast();
  await save(client, { title: 'of the team', project: 'other', team: 'PAYMENTS' });
  await save(client, { title: 'of nobody' });
  const named = async (query: string) =>
    (await archiveOf(client, query)).lines.map((line) =>
      'title' in line ? line.title : line.record,
    );
  expect(await named('?project=CHECKOUT')).toEqual(['session', 'second', 'conventions', 'phases']);
  expect(await named('?team=payments')).toEqual(['of the team', 'prompt']);
  expect(await named('?team=payments&project=checkout')).toEqual([]);
});

test('what changes while an archive is sent belongs to the next one, but what is forgotten is left out', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const long = 'x'.repeat(300_000);
  for (const name of ['a', 'b', 'c'])
    await tell(client, 'POST', '/api/v1/prompts', { name, content: long });
  const note = await save(client, { content: long });
  const forgotten = await save(client, { content: 'not to be seen' });
  const whole = await archiveOf(client);
  const change = async () => {
    await tell(client, 'PATCH', `/api/v1/observations/${note}`, { title: 'changed meanwhile' });
    await tell(client, 'POST', '/api/v1/prompts', { name: 'b', content: 'changed meanwhile' });
    await tell(client, 'POST', '/api/v1/prompts', { name: 'bb', content: 'changed meanwhile' });
    await tell(client, 'DELETE', `/api/v1/observations/${forgotten}`);
    await tell(client, 'DELETE', '/admin/prompts/c');
  };
  onRead(app, 4, change);
  const lines = whole.body
    .split('\n')
    .filter((line) => !line.includes(forgotten) && !line.includes('"c"'));
  expect((await archiveOf(client)).body).toBe(lines.join('\n'));
});

/** Does something when the file of read models is asked for the nth time. */
function onRead(app: App, nth: number, work: () => Promise<unknown>): void {
  const { current } = app.readModels;
  let reads = 0;
  app.readModels.current = async (...about) => {
    reads += 1;
    if (reads === nth) await work();
    return current(...about);
  };
}

test('vaults to which the same happened give equal bytes, also after a rebuild', async () => {
  const bytes = async () => {
    const directory = temporaryDirectory();
    let made = 0;
    const ids = () => {
      made += 7919;
      return `01KA5ZJ3M4T6V8X0Y2Z4${String(made % 1_000_000).padStart(6, '0')}`;
    };
    const config = { VAULT_DATA_DIR: directory };
    const app = await testApp(config, { ids });
    const client = await testClient(app);
    for (let i = 0; i < 300; i += 1)
      await save(client, { title: `note ${i}`, project: `p${i % 7}` });
    for (const name of ['ünï', 'Z', 'a', '日本'])
      await tell(client, 'POST', '/api/v1/prompts', { name, content: name });
    const first = (await archiveOf(client)).body;
    await tell(client, 'POST', '/admin/projections/rebuild?wait=1');
    expect((await archiveOf(client)).body).toBe(first);
    return first;
  };
  expect(await bytes()).toBe(await bytes());
});

test('no member gets an archive; an admin of a team gets that of the whole vault', async () => {
  const { client, ann, eve } = await walledVault(true);
  expect((await client.call('GET', ARCHIVE, { headers: ann })).statusCode).toBe(403);
  expect((await client.call('GET', ARCHIVE)).statusCode).toBe(401);
  const answer = await client.call('GET', ARCHIVE, { headers: eve });
  expect(answer.body).toContain(MARK);
  expect(answer.body).toContain(COMMON);
});

test('an archive is recorded as an act', async () => {
  const app = await testApp();
  const client = await testClient(app);
  await archiveOf(client, '?project=p');
  const [event] = await app.log.readAfter(0, 1);
  expect(event).toMatchObject({
    type: 'admin.acted',
    data: { act: 'export', detail: { project: 'p' } },
  });
});

test('an archive that is imported elsewhere is the archive there, byte for byte; a second import changes nothing', async () => {
  const { client } = await vaultWithPast();
  for (const title of ['ünï', '日本語', '---', '\\"', 'x'.repeat(100)])
    await save(client, {
      title,
      project: title,
      content: `${title}\r\n\u2028${title}`,
      tags: [title],
    });
  const { body, lines } = await archiveOf(client);
  const elsewhere = await testClient(await testApp());
  const headers = { ...ADMIN, 'content-type': 'application/x-ndjson' };
  const take = async (run: string) => {
    const url = `/api/v1/admin/import?run=01KA5ZJ3M4T6V8X0Y2Z4A6000${run}&source=archive`;
    const answer = await elsewhere.call('POST', url, { payload: body, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  expect(await take('1')).toMatchObject({ stored: lines.length, refused: 0 });
  expect((await archiveOf(elsewhere)).body).toBe(body);
  expect(await take('2')).toMatchObject({ stored: 0, same: lines.length, revised: 0, refused: 0 });
  expect((await archiveOf(elsewhere)).body).toBe(body);
});

test('a reader that is slow makes the vault read no further ahead than what is under way', async () => {
  const app = await testApp();
  const notes = Array.from({ length: 60 }, (_, i) => ({
    title: `note ${i}`,
    content: 'x'.repeat(400_000),
  }));
  for (const note of notes) await saveNote(app, note);
  let reads = 0;
  const { current } = app.readModels;
  app.readModels.current = (...about) => {
    reads += 1;
    return current(...about);
  };
  const { connect } = await listening(app);
  const socket = await connect();
  socket.pause();
  socket.write(request(`GET ${ARCHIVE}`, ADMIN));
  let before = -1;
  // Until it has not read for a while, and so will not before somebody takes what it has sent.
  await vi.waitFor(
    () => {
      const [last, now] = [before, reads];
      before = now;
      expect(now).toBeGreaterThan(0);
      expect(now).toBe(last);
    },
    { timeout: 60_000, interval: 500 },
  );
  // What the system keeps of a connection is some megabytes; the archive has 24.
  expect(reads).toBeLessThan(50);
  socket.destroy();
});

test('many small notes are sent in many turns, also those that an archive of another project passes', async () => {
  const app = await testApp();
  const client = await testClient(app);
  for (let i = 0; i < 10; i += 1)
    await importNotes(
      client,
      Array.from({ length: 500 }, (_, n) => ({ title: `${i} ${n}`, project: 'p' })),
    );
  const lineCount = async (project: string) => {
    let count = 0;
    const part = { sees: EVERYTHING, project, as_of: NOW };
    for await (const text of joined(archiveLines(app.readModels, part)))
      count += text.split('\n').length - 1;
    return count;
  };
  const all = await countTurns(() => lineCount('p'));
  expect(all.result).toBe(5000);
  expect(all.turns).toBeGreaterThanOrEqual(10);
  const none = await countTurns(() => lineCount('q'));
  expect(none.result).toBe(0);
  expect(none.turns).toBeGreaterThanOrEqual(2);
});
