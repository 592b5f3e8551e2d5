import { expect, test } from 'vitest';
import { toldBy } from '../../src/commands/importing/history.js';
import { observation } from '../../src/events/observation.js';
import { NOTE_LINE } from '../support/archiveLines.js';
import { testClient } from '../support/client.js';
import { imported, newRun, undone } from '../support/importing.js';
import { testApp } from '../support/testApp.js';

const told = toldBy(observation);

/** Everything that the log keeps of a note that was imported, revised by imports, forgotten and imported again. */
async function events() {
  const app = await testApp();
  const client = await testClient(app);
  const run = newRun();
  await imported(client, [NOTE_LINE], { run });
  const before = await app.log.readStream(`observation/${NOTE_LINE.id}`);
  await undone(client, run);
  await imported(client, [NOTE_LINE]);
  await imported(client, [{ ...NOTE_LINE, title: 'Changed' }]);
  const after = await app.log.readStream(`observation/${NOTE_LINE.id}`);
  expect(after.map(({ type }) => type)).toEqual([
    'observation.forgotten',
    'observation.saved',
    'observation.revised',
  ]);
  // The cast is safe: the stream is one of notes.
  return [...before, ...after] as Parameters<NonNullable<typeof told.foldAll>>[0];
}

test('events told at once tell the same as events told one by one', async () => {
  const all = await events();
  for (let count = 0; count <= all.length; count += 1) {
    const first = all.slice(0, count);
    expect(told.foldAll?.(first)).toEqual(first.reduce(told.evolve, told.initial));
  }
});
