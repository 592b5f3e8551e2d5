import { expect, onTestFinished, test, vi } from 'vitest';
import { eventStream } from '../../../src/http/answers/eventStream.js';
import { testClient } from '../../support/client.js';
import { eventually } from '../../support/eventually.js';
import { listenAs, type Message, served } from '../../support/messages.js';
import { ADMIN } from '../../support/notes.js';
import { saveNote } from '../../support/saveNote.js';
import { loggedIn } from '../../support/team.js';
import { testApp } from '../../support/testApp.js';

const mayRead = async () => true;

test('only so many streams are open at a time, and one that ends makes room', async () => {
  const app = await testApp();
  const { url } = await served(app);
  const ends = Array.from({ length: 100 }, () => new AbortController());
  const open = (signal?: AbortSignal) =>
    fetch(`${url}/admin/events`, {
      headers: { accept: 'text/event-stream', ...ADMIN },
      ...(signal && { signal }),
    });
  const warned = vi.fn();
  process.on('warning', warned);
  onTestFinished(() => void process.off('warning', warned));
  const streams = await Promise.all(ends.map(({ signal }) => open(signal)));
  // The operator would read of a leak of memory.
  expect(warned).not.toHaveBeenCalled();
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await open();
  expect(refused.headers.get('retry-after')).not.toBe(null);
  expect(await refused.json()).toMatchObject({ status: 503, code: 'overloaded' });
  // The list is no stream.
  expect((await fetch(`${url}/admin/events`, { headers: ADMIN })).status).toBe(200);
  ends[0]?.abort();
  await eventually('there is room', async () => expect((await open()).status).toBe(200));
  for (const end of ends) end.abort();
});

const listen = (url: string, headers: Record<string, string> = {}) =>
  listenAs(url, { ...ADMIN, ...headers });

/** The titles of the notes that events of the log are about. */
const titles = (messages: Message[]) =>
  messages.map(({ data }) => {
    const { title } = data.data as { title?: string }; // JSON
    return title;
  });

test('a stream gives what is there and then each event as it is committed', async () => {
  const app = await testApp();
  const { url } = await served(app);
  await saveNote(app, { title: 'one' });
  const stream = await listen(`${url}/admin/events`);
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
  expect(await stream.take(1)).toMatchObject([{ id: '1', data: { position: 1 } }]);
  await saveNote(app, { title: 'two' });
  await Promise.all(['three', 'four'].map((title) => saveNote(app, { title })));
  expect(titles(await stream.take(3))).toEqual(['two', 'three', 'four']);
});

test('a reader that was cut off goes on after the last event it saw', async () => {
  const app = await testApp();
  const { url } = await served(app);
  for (const title of ['one', 'two', 'three']) await saveNote(app, { title });
  const stream = await listen(`${url}/admin/events?after=1`, { 'last-event-id': '2' });
  expect(titles(await stream.take(1))).toEqual(['three']);
  const wrong = await listen(`${url}/admin/events`, { 'last-event-id': 'yesterday' });
  expect(wrong.response.status).toBe(400);
  await wrong.response.text();
});

test('stream and type choose in a stream as in a list', async () => {
  const app = await testApp();
  const { url } = await served(app);
  const id = await saveNote(app, { title: 'one' });
  await saveNote(app, { title: 'two' });
  const [ofStream, ofType] = [
    await listen(`${url}/admin/events?stream=observation/${id}`),
    await listen(`${url}/admin/events?type=observation.revised`),
  ];
  expect(titles(await ofStream.take(1))).toEqual(['one']);
  await fetch(`${url}/api/v1/observations/${id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: '{"title":"One"}',
  });
  expect(titles(await ofStream.take(1))).toEqual(['One']);
  expect(titles(await ofType.take(1))).toEqual(['One']);
});

test('more events than fit in a page come whole and in order', async () => {
  const app = await testApp();
  const { url } = await served(app);
  await Promise.all(Array.from({ length: 250 }, (_, i) => saveNote(app, { title: `${i}` })));
  const stream = await listen(`${url}/admin/events`);
  const ids = (await stream.take(250)).map((message) => Number(message.id));
  expect(ids).toEqual(Array.from({ length: 250 }, (_, i) => i + 1));
});

test('stopping the service ends its streams instead of waiting for them', async () => {
  const app = await testApp();
  const { server, url } = await served(app);
  await saveNote(app, { title: 'one' });
  const stream = await listen(`${url}/admin/events`);
  await stream.take(1);
  await server.close();
  expect(await stream.take(1)).toEqual([]);
});

test('a reader who asks for nothing costs no reading', async () => {
  const app = await testApp();
  let reads = 0;
  const log = {
    ...app.log,
    readEntries: (...args: Parameters<typeof app.log.readEntries>) => {
      reads += 1;
      return app.log.readEntries(...args);
    },
  };
  await Promise.all(Array.from({ length: 250 }, (_, i) => saveNote(app, { title: `${i}` })));
  const { signal } = new AbortController();
  const stream = eventStream(log, { after: 0, only: {}, tell: () => 1, mayRead, signal });
  for (let i = 0; i < 50; i++) await stream.next();
  await new Promise((done) => setTimeout(done, 20));
  expect(reads).toBe(1);
  await stream.return(undefined);
});

test('a quiet stream says now and then that it is there, and how far it is', async () => {
  const app = await testApp();
  await saveNote(app, { title: 'one' });
  const stopping = new AbortController();
  const wish = {
    after: 0,
    only: { types: ['session.started'] },
    tell: () => 1,
    mayRead,
    signal: stopping.signal,
  };
  const stream = eventStream(app.log, wish, 5);
  expect((await stream.next()).value).toBe('id: 0\nretry: 1000\n\n');
  expect((await stream.next()).value).toBe(': still here\nid: 1\n\n');
  stopping.abort();
  expect((await stream.next()).done).toBe(true);
});

test('who is logged out while it listens hears no more', async () => {
  const app = await testApp();
  const { url } = await served(app);
  const client = await testClient(app);
  const { headers } = await loggedIn(client, 'ada@example.org', 'admin');
  const { response, take } = await listenAs(`${url}/admin/events`, headers);
  expect(response.status).toBe(200);
  const { position } = await app.log.head();
  expect(await take(position)).toHaveLength(position);
  await client.call('DELETE', '/auth/session', { headers });
  await saveNote(app, { title: 'not for those who left' });
  // The stream ends, so there is no further message.
  expect(await take(1)).toEqual([]);
});
