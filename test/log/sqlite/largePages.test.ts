import { expect, test } from 'vitest';
import { dataFiles } from '../../../src/config/dataFiles.js';
import { openSqliteLogReader } from '../../../src/log/sqlite/logReader.js';
import { verify } from '../../../src/maintenance/verify.js';
import { plainFilter } from '../../support/plainFilter.js';
import { saveNote } from '../../support/saveNote.js';
import { testApp } from '../../support/testApp.js';

const NOTES = 20;
const LARGE = 'x'.repeat(500_000);

test('large events are read in smaller pages, and none is left out', async () => {
  const app = await testApp({}, { filter: plainFilter });
  for (let i = 0; i < NOTES; i++) await saveNote(app, { title: `${i}`, content: `${i} ${LARGE}` });
  const reader = openSqliteLogReader(dataFiles(app.config).log);
  const pages: number[] = [];
  for (let after = 0; ; ) {
    const page = await reader.readAfter(after, 1000);
    expect(page.map(({ position }) => position)).toEqual(page.map((_, i) => after + i + 1));
    if (page.length === 0) break;
    pages.push(page.length);
    after += page.length;
  }
  reader.close();
  expect(Math.max(...pages)).toBeLessThan(NOTES);
  expect(pages.reduce((sum, length) => sum + length)).toBe(NOTES);

  const rebuilt = await app.rebuilder.start();
  expect(rebuilt).toMatchObject({ events: NOTES, same: true });
  const { log, views } = dataFiles(app.config);
  expect((await verify({ logFile: log, viewsFile: views })).problems).toEqual([]);
});
