import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

const ROWS = [
  { at: '2024-03-01T10:00:00Z', Summary: 'Retries carry a key', body: 'One per order.', prio: 1 },
  {
    at: '2024-03-02T10:00:00Z',
    Summary: 'Carts are locked',
    body: 'While they are paid.',
    prio: 2,
  },
  { at: '2024-03-03T10:00:00Z', Summary: 'Taxes are rounded', body: 'Per line.', prio: 3 },
  { at: '2024-03-04T10:00:00Z', Summary: 'Refunds', body: 'Within a day.', prio: 1 },
];

const fileOf = (name: string, rows: readonly object[] = ROWS) => ({
  name,
  mimeType: 'application/x-ndjson',
  buffer: Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
});

const choose = (page: Page, file: ReturnType<typeof fileOf>) =>
  page.locator('input[type=file]').setInputFiles(file);

const drop = (page: Page) =>
  page.evaluate(() => {
    const carried = new DataTransfer();
    carried.items.add(new File(['title,content\nDropped,Text\n'], 'dropped.csv'));
    const event = { dataTransfer: carried, bubbles: true, cancelable: true };
    document.querySelector('main')?.dispatchEvent(new DragEvent('drop', event));
  });

const position = async () => (await shown.vault().app.log.head()).position;

test('a file is rehearsed, its columns are corrected, it is imported, and undone', async () => {
  const open = await openedAt(shown, '#/import', { width: 360 });
  const { page } = open;
  const before = await position();
  await choose(page, fileOf('notes.ndjson'));
  const first = page.getByRole('region', { name: 'The first notes' });
  await first.getByText('Retries carry a key').waitFor();
  expect(await first.locator('li').count()).toBe(3);
  expect(await first.textContent()).toMatch(/prio:1/);
  const selects = page.getByRole('region', { name: 'What the columns become' }).locator('select');
  expect(
    await selects.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
  ).toEqual(['title', 'created_at', 'content', 'tag']);
  expect(await problemsOf(open)).toEqual([]);
  await page.getByLabel('What prio becomes').selectOption('left_out');
  const button = page.getByRole('button', { name: /^Import: store 4/ });
  expect(await button.isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Read again' }).click();
  await eventually('the tags are gone', async () =>
    expect(await first.textContent()).not.toMatch(/prio:1/),
  );
  await page.getByLabel('Project for notes without one').fill('moved-in');
  await page.keyboard.press('Enter');
  await first.getByText('moved-in').first().waitFor();
  expect(await position()).toBe(before);
  await button.click();
  await page.getByRole('heading', { name: 'Imported' }).waitFor();
  const listed = await shown
    .vault()
    .ask<{ title: string; tags: string[] }[]>('GET', '/api/v1/observations?project=moved-in');
  expect(listed.map(({ title }) => title).sort()).toEqual(
    ROWS.map(({ Summary }) => Summary).sort(),
  );
  await page.getByText('4 notes').waitFor();
  expect(await problemsOf(open)).toEqual([]);
  await page
    .getByRole('button', { name: /^Undo / })
    .first()
    .click();
  await page.getByRole('button', { name: 'Undo the import' }).click();
  await page.locator('.notices', { hasText: '4 forgotten' }).waitFor();
  await page.locator('.rows', { hasText: 'undone' }).waitFor();
});

test('the key i leads to it, and a file that is dropped anywhere is imported', async () => {
  const open = await openedAt(shown, '#/sessions');
  const { page, settle } = open;
  await page.keyboard.press('i');
  await page.getByText('Drop a file here').waitFor();
  await open.go('#/sessions');
  await drop(page);
  await page.getByRole('region', { name: 'The first notes' }).getByText('Dropped').waitFor();
  await page.getByRole('heading', { name: 'The first note', exact: true }).waitFor();
  await settle();
  expect(await problemsOf(open)).toEqual([]);
});

test('what is wrong with a file is said, and another one can be chosen', async () => {
  const open = await openedAt(shown, '#/import');
  const { page } = open;
  await choose(page, { ...fileOf('a.csv'), buffer: Buffer.from('a,b\n1,2\n') });
  await page.getByRole('alert').getByText('no column for titles or contents').waitFor();
  await page.getByRole('button', { name: 'Another file' }).click();
  await choose(page, fileOf('b.ndjson'));
  await page.getByRole('button', { name: 'Import: store 4' }).waitFor();
});

test('who stops an import is told what stays, and may read the file again', async () => {
  const open = await openedAt(shown, '#/import');
  const { page } = open;
  // It takes as long as it is not stopped.
  await page.route(/import\/file\?(?!.*dry_run)/, () => {});
  await choose(page, fileOf('stopped.ndjson'));
  await page.getByRole('button', { name: 'Import: store 4' }).click();
  await page.getByRole('heading', { name: 'Importing' }).waitFor();
  expect(await page.getByLabel('Read it as').isDisabled()).toBe(true);
  // A file that is dropped meanwhile is not taken, and nobody is asked to leave for it.
  await drop(page);
  await page.locator('.notices', { hasText: '“dropped.csv” was not read' }).waitFor();
  expect(open.seen.dialogs).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Notes that were stored before that stay').waitFor();
  await eventually('what was said has the focus', async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Stopped.'),
  );
  expect(await problemsOf(open)).toEqual([]);
  await page.getByRole('button', { name: 'Read it again' }).click();
  await page.getByRole('button', { name: 'Import: store 4' }).waitFor();
});

test('a rehearsal that is stopped has stored nothing, and says so', async () => {
  const { page } = await openedAt(shown, '#/import');
  await page.route(/import\/file\?.*dry_run/, () => {});
  await choose(page, fileOf('rehearsed.ndjson'));
  await page.getByRole('heading', { name: 'Reading' }).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  const words = page.locator('.box', { hasText: 'Stopped.' });
  await words.waitFor();
  expect(await words.textContent()).toContain('Nothing was stored.');
});

test('a file that is dropped where somebody stays is not imported later', async () => {
  const open = await openedAt(shown, '#/new/note');
  const { page, seen } = open;
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Title').fill('Kept nowhere');
  // The test refuses to leave.
  await drop(page);
  await eventually('the page asks', () => expect(seen.dialogs).toHaveLength(1));
  await page.getByLabel('Title').fill('');
  await open.move('#/import');
  await page.getByText('Drop a file here').waitFor();
  expect(await page.getByRole('region', { name: 'The first notes' }).count()).toBe(0);
});

test('nobody but admins imports', async () => {
  const { page } = await openedAt(shown, '#/import', { who: 'bob' });
  await page.getByText('Import is for admins').waitFor();
});
