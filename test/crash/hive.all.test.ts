import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { redactPii } from '../../src/domain/pii.js';
import { hashedNames } from '../../src/hive/hiveKey.js';
import { privacyFilter } from '../../src/privacy/privacyFilter.js';
import { MISHAPS } from '../support/chaosProxy.js';
import { runs } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { filesWith } from '../support/filesWith.js';
import { call, type Held, type HivePair, hivePair } from '../support/hivePair.js';
import { HIVE_KEY } from '../support/hub.js';
import { seededRandom } from './seededRandom.js';

const NOTES = 'test/fixtures/notes.ndjson';
const ALLOWED = ['decision', 'pattern', 'learning', 'antipattern', 'discovery'];
const CHUNK = 40;
/** Between two groups of saves: the service pushes meanwhile. */
const PAUSE_MS = 400;

/** Every so many batches the hub is killed, and it is killed so often at least. */
const BATCHES_PER_KILL = 8;
const KILLS = runs(1, 3);
/** So often at least each mishap happens. */
const EACH = runs(1, 2);

test('after any failures, B holds every note that A may push exactly once, and A is healthy', async () => {
  const pair = await hivePair();
  await pair.startHub();
  const chance = seededRandom(20_261_120);
  let batches = 0;
  let mishaps = 0;
  let kills = 0;
  let killing = Promise.resolve();
  pair.proxy.mishap = () => {
    batches += 1;
    if (batches % BATCHES_PER_KILL === 0) {
      kills += 1;
      killing = killing.then(() => killAndRestart(pair, chance));
    }
    return batches % 3 === 0 ? undefined : MISHAPS[mishaps++ % MISHAPS.length];
  };
  const ids = await saveAll(pair);
  await changeSome(pair, ids);
  await eventually('each mishap has happened and the hub was killed', async () => {
    await call(pair.a, 'POST', '/api/v1/observations', {
      title: `Weather report ${batches}`,
      content: 'The storm goes on.',
      type: 'learning',
    });
    await sleep(100);
    expect(Math.min(...Object.values(pair.proxy.counts))).toBeGreaterThanOrEqual(EACH);
    expect(kills).toBeGreaterThanOrEqual(KILLS);
  });
  pair.proxy.mishap = () => undefined;
  await killing;
  await pair.proxy.calm();

  const status = await pair.settled();
  expect(status.refused).toBe(0);
  const expected = await leaving(await pair.held('a'));
  expect(shown(await pair.held('b'))).toEqual(expected);
  expect(expected.length).toBeGreaterThan(50);
  console.log(
    `${ids.length} notes saved, ${expected.length} of them in the hive, ${status.pushed_total} pushed`,
    pair.proxy.counts,
  );
});

test("a forgetting reaches a hub that was down, and the text is wiped from the hub's files", async () => {
  const pair = await hivePair();
  await pair.startHub();
  const path = '/api/v1/observations';
  const words = ['unmistakable', 'unforgettable'];
  const ids: string[] = [];
  for (const word of words) {
    const note = { title: 'A note', content: `the ${word} note`, type: 'decision' };
    ids.push(((await call(pair.a, 'POST', path, note)) as { id: string }).id);
  }
  await pair.settled();
  await pair.stopHub('SIGTERM');
  expect(filesWith(pair.dataDir.b, 'unmistakable')).not.toEqual([]);
  await call(pair.a, 'DELETE', `${path}/${ids[0]}`);
  await pair.startHub();
  await pair.settled();
  expect((await pair.held('b')).map(({ content }) => content)).toEqual(['the unforgettable note']);
  // The files while the hub runs, including write-ahead logs.
  expect(filesWith(pair.dataDir.b, 'unmistakable')).toEqual([]);
  expect(filesWith(pair.dataDir.b, 'unforgettable')).not.toEqual([]);
  expect(filesWith(pair.dataDir.a, 'unmistakable')).toEqual([]);
});

/** Kills the hub while it takes a batch, before it or after it. */
async function killAndRestart(pair: HivePair, chance: () => number): Promise<void> {
  await sleep(100 * chance());
  await pair.stopHub('SIGKILL');
  await pair.startHub();
}

/** Saves all notes in groups and returns their ids. */
async function saveAll({ a }: HivePair): Promise<string[]> {
  const lines = readFileSync(NOTES, 'utf8').split('\n').filter(Boolean);
  const ids: string[] = [];
  for (let i = 0; i < lines.length; i += CHUNK) {
    const notes = lines.slice(i, i + CHUNK).map((line) => {
      const { project, title, content, type, tags, author, at } = JSON.parse(line);
      return { project, title, content, type, tags, author, created_at: at };
    });
    // The cast is safe: the client checks answers against the API document.
    const { results } = (await call(a, 'POST', '/api/v1/observations/batch', notes)) as {
      results: { id: string }[];
    };
    ids.push(...results.map(({ id }) => id));
    await sleep(PAUSE_MS);
  }
  return ids;
}

/** Notes that are changed at the same time: forgettings that arrive together share one wipe of the files. */
const TOGETHER = 500;

/** Revises and forgets some notes; one leaves the allowed types and another joins them. */
async function changeSome(pair: HivePair, ids: readonly string[]): Promise<void> {
  for (let first = 0; first < ids.length; first += TOGETHER) {
    const some = ids.slice(first, first + TOGETHER);
    await Promise.all(some.map((id, i) => changeOne(pair, id, first + i)));
  }
}

async function changeOne({ a }: HivePair, id: string, i: number): Promise<void> {
  const path = `/api/v1/observations/${id}`;
  if (i % 29 === 0) await call(a, 'DELETE', path);
  else if (i % 23 === 0) await call(a, 'PATCH', path, { title: `Revised ${i}` });
  else if (i % 31 === 0) await call(a, 'PATCH', path, { type: 'task' });
  else if (i % 37 === 0) await call(a, 'PATCH', path, { type: 'decision' });
}

/** The notes of A that B must hold, by an independent version of the rules. */
async function leaving(held: readonly Held[]): Promise<unknown[]> {
  const filter = privacyFilter();
  const names = hashedNames(HIVE_KEY);
  const expected: Held[] = [];
  for (const note of held) {
    const texts = [note.title, note.content, ...note.tags];
    const kinds = new Set(texts.flatMap((text) => [...redactPii(text).kinds]));
    const finds = (await Promise.all(texts.map((text) => filter(text)))).flatMap(
      (one) => one.finds,
    );
    if (!ALLOWED.includes(note.type) || finds.length > 0 || kinds.size > 1) continue;
    const rest = (text: string) => redactPii(text).text;
    expected.push({
      ...note,
      origin: { instance: '', id: note.id },
      title: rest(note.title),
      content: rest(note.content),
      tags: [...new Set(note.tags.map(rest))],
      project: note.project && names('project', note.project),
      author: note.author && names('author', note.author),
    });
  }
  return shown(expected);
}

/** The compared fields of the notes, sorted by their ids at A. */
function shown(notes: readonly Held[]) {
  return notes
    .map(({ origin, type, title, content, tags, project, author, created_at }) => {
      return { id: origin?.id ?? '', type, title, content, tags, project, author, created_at };
    })
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
