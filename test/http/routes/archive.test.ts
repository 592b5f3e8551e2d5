import { expect, test } from 'vitest';
import type { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { archiveOf, tell, vaultWithPast } from '../../support/archive.js';
import { testClient } from '../../support/client.js';
import { everyKind } from '../../support/everyKind.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { testApp } from '../../support/testApp.js';

const ofRecord = <R extends ArchiveLine['record']>(lines: readonly ArchiveLine[], record: R) =>
  lines.filter((line): line is Extract<ArchiveLine, { record: R }> => line.record === record);

test('an archive of a vault with everything holds each thing once, in its order, and nothing that was forgotten', async () => {
  const directory = temporaryDirectory();
  const { kept, revised, forgotten } = await everyKind(directory);
  const client = await testClient(await testApp({ VAULT_DATA_DIR: directory }));
  const { lines, body } = await archiveOf(client);
  const order = lines.map((line) => line.record);
  expect([...new Set(order)]).toEqual([
    'repository',
    'session',
    'note',
    'prompt',
    'conventions',
    'phases',
  ]);
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

const AT = ['2026-11-20T09:30:00Z', '2026-11-20T09:31:00Z', '2026-11-20T09:32:00Z'] as const;

test('each thing comes with its past: revisions, versions and phases with their times', async () => {
  const { client, app, session, id } = await vaultWithPast();
  const { lines, position } = await archiveOf(client);
  expect(position).toBe((await app.log.head()).position);
  const said = { type: 'learning', content: 'Some content.' };
  expect(lines).toEqual([
    {
      record: 'session',
      id: session,
      project: 'Checkout',
      goal: 'a goal',
      client_ref: 'r',
      started_at: AT[0],
      ended_at: AT[2],
      summary: 'done',
      state: 'ended',
    },
    {
      record: 'note',
      id,
      ...said,
      title: 'second',
      tags: ['t'],
      project: 'checkout',
      session_id: session,
      created_at: AT[0],
      revisions: [
        { ...said, title: 'first', tags: [], at: AT[0] },
        { ...said, title: 'second', tags: ['t'], at: AT[1] },
      ],
    },
    {
      record: 'prompt',
      id: expect.any(String),
      name: 'review',
      team: 'Payments',
      created_at: AT[2],
      versions: [{ content: 'of a team', tags: [], at: AT[2] }],
    },
    {
      record: 'prompt',
      id: expect.any(String),
      name: 'review',
      created_at: AT[0],
      versions: [
        { content: 'one', tags: ['b'], at: AT[1] },
        { content: 'two', tags: [], at: AT[2] },
      ],
    },
    {
      record: 'conventions',
      project: 'Checkout',
      versions: [
        { content: 'Be kind.', at: AT[0] },
        { content: 'Be brief.', at: AT[2] },
      ],
    },
    {
      record: 'phases',
      project: 'CHECKOUT',
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
    const notes = Array.from({ length: 300 }, (_, i) => ({
      title: `note ${i}`,
      project: `p${i % 7}`,
    }));
    await importNotes(client, notes);
    for (const name of ['ünï', 'Z', 'a', '日本'])
      await tell(client, 'POST', '/api/v1/prompts', { name, content: name });
    const first = (await archiveOf(client)).body;
    await tell(client, 'POST', '/admin/projections/rebuild?wait=1');
    expect((await archiveOf(client)).body).toBe(first);
    return first;
  };
  expect(await bytes()).toBe(await bytes());
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
