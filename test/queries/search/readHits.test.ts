import { expect, test } from 'vitest';
import { EVERYTHING } from '../../../src/domain/caller.js';
import { firstHits } from '../../../src/queries/search/search.js';
import { readHits } from '../../../src/queries/search/show.js';
import { testClient } from '../../support/client.js';
import { save } from '../../support/notes.js';
import { testApp } from '../../support/testApp.js';

test('the long hits of a search are read a few at a time, in their order', async () => {
  const app = await testApp();
  const client = await testClient(app);
  const content = 'gateway '.repeat(12_500);
  for (let i = 0; i < 9; i += 1) await save(client, { title: `note ${i}`, content });
  const views = await app.readModels.current('observations');
  const search = { sees: EVERYTHING, q: 'gateway', filters: { at: 0 }, limit: 100, offset: 0 };
  const slices = [firstHits(views, { ...search, snippet: false })];
  for (let [last] = slices; last && last.left.matches.length > 0; ) {
    last = { ...last, ...readHits(views, last.left) };
    slices.push(last);
  }
  const titles = slices.flatMap(({ hits }) => hits.map(({ title }) => title));
  expect(slices.map(({ hits }) => hits.length)).toEqual([3, 3, 3]);
  const whole = await app.search({ ...search, snippet: false });
  expect(titles).toEqual(whole.hits.map(({ title }) => title));
});
