import { expect, test } from 'vitest';
import { EVERYTHING } from '../../src/domain/caller.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { listPrompts } from '../../src/queries/documents.js';
import { allOf } from '../../src/queries/inSlices.js';
import type { Sql } from '../../src/sqlite/sqlite.js';
import { testApp } from '../support/testApp.js';

const tables = allProjections.flatMap(({ tables }) => Object.entries<string>(tables));
const withTexts = tables.filter(([, ddl]) => /^ *(content|goal|summary) +TEXT/m.test(ddl));

test('there are tables with long texts', () => {
  expect(withTexts.map(([name]) => name)).toEqual(
    expect.arrayContaining(['observations', 'prompts', 'conventions', 'sessions']),
  );
});

/** SQLite compares whole rows of such a table: to find one of 5,000 versions of a prompt it read 500 KiB of each it passed. */
test.each(withTexts)('a row of %s is found without reading the texts of others', (_name, ddl) => {
  const [table] = ddl.split(';');
  expect(table).not.toContain('WITHOUT ROWID');
});

test('prompts are listed in the order of an index: to sort them, SQLite would read all their texts for each slice', async () => {
  const app = await testApp();
  const views = await app.readModels.current('prompts');
  let plan = '';
  const explained: Sql = {
    ...views,
    each: (sql, params) => {
      plan = JSON.stringify(views.all(`EXPLAIN QUERY PLAN ${sql}`, params));
      return views.each(sql, params);
    },
  };
  await allOf(listPrompts(async () => explained, EVERYTHING));
  expect(plan).toContain('SCAN newest USING INDEX prompts_by_key');
  expect(plan).not.toContain('TEMP B-TREE');
});
