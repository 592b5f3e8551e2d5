import { expect, test } from 'vitest';
import type { App } from '../../../src/app/app.js';
import { EVERYTHING } from '../../../src/domain/caller.js';
import { joined } from '../../../src/http/answers/inParts.js';
import { archiveLines } from '../../../src/queries/archive.js';
import { NOW } from '../../../src/queries/visible.js';
import { ARCHIVE, archiveOf, tell } from '../../support/archive.js';
import { testClient } from '../../support/client.js';
import { countTurns } from '../../support/countTurns.js';
import { eventually } from '../../support/eventually.js';
import { listening, request } from '../../support/listening.js';
import { ADMIN, importNotes, save } from '../../support/notes.js';
import { saveNote } from '../../support/saveNote.js';
import { testApp } from '../../support/testApp.js';
import { COMMON, MARK, walledVault } from '../../support/walledVault.js';

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
  let [before, quiet] = [0, 0];
  // It had a turn before each look. So it will not read any more before somebody takes what it has sent.
  await eventually('it has read nothing from one look to the next, thirty times', () => {
    quiet = reads === before ? quiet + 1 : 0;
    before = reads;
    expect(reads).toBeGreaterThan(0);
    expect(quiet).toBeGreaterThanOrEqual(30);
  });
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
