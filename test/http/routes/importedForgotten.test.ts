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
import { filesWith } from '../../support/filesWith.js';
import { got, imported, newRun, undone } from '../../support/importing.js';
import { ADMIN } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

const { type, tags } = NOTE_LINE;
const first = { type, title: 'Marzipan first', content: 'Marzipan in full.', tags };
const newest = { type, title: 'Marzipan last', content: 'Marzipan again.', tags: ['marzipan'] };
const REVISED = {
  ...NOTE_LINE,
  ...newest,
  revisions: [
    { ...first, at: '2026-11-01T10:00:00Z' },
    { ...newest, at: '2026-11-02T10:00:00Z' },
  ],
};
/** Something of each record, with a word that is nowhere else. */
const LINES = [
  { ...SESSION_LINE, goal: 'Marzipan goal', summary: 'Marzipan summary', client_ref: 'Marzipan' },
  REVISED,
  { ...PROMPT_LINE, versions: [{ ...PROMPT_LINE.versions[0], content: 'Marzipan prompt' }] },
  { ...CONVENTIONS_LINE, versions: [{ ...CONVENTIONS_LINE.versions[0], content: 'Marzipan' }] },
  PHASES_LINE,
];

async function vault() {
  const app = await testApp();
  const client = await testClient(app);
  const files = () =>
    ['arzipan', 'marzipan'].flatMap((word) => filesWith(app.config.dataDir, word));
  return { client, files };
}

test('no file holds a text that an undone import brought, in any revision', async () => {
  const { client, files } = await vault();
  const run = newRun();
  await imported(client, LINES, { run });
  expect(files()).not.toEqual([]);
  expect(await undone(client, run)).toMatchObject({ forgotten: 5, left: [] });
  expect(files()).toEqual([]);
});

test('forgetting a project or an author forgets what imports brought of them', async () => {
  const { client, files } = await vault();
  const run = newRun();
  await imported(client, [LINES[0], { ...REVISED, project: undefined }, LINES[3]], { run });
  const payload = { project: 'Billing' };
  const forgotten = await client.call('POST', '/admin/forget', { payload, headers: ADMIN });
  expect(forgotten.json().matched).toMatchObject({ observations: 1, sessions: 1, conventions: 1 });
  expect(files()).toEqual([]);
  expect(await got(client, '/api/v1/admin/imports')).toMatchObject({ imports: [{ holds: {} }] });
  const again = await imported(client, [REVISED]);
  expect(again.results).toMatchObject([{ outcome: 'refused' }]);
});

test('forgetting a person forgets every imported note under the name, and the import still can be undone', async () => {
  const { client } = await vault();
  const run = newRun();
  await imported(client, ONE_OF_EACH, { run });
  const payload = { person: NOTE_LINE.author?.toUpperCase() };
  const forgotten = await client.call('POST', '/admin/forget', { payload, headers: ADMIN });
  expect(forgotten.json().matched).toMatchObject({ observations: 1, sessions: 0 });
  expect(await undone(client, run)).toMatchObject({ forgotten: 4, left: [] });
});
