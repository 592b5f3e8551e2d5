import { describe, expect, test } from 'vitest';
import type { OpenPage } from '../../tools/page/openPage.js';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { emptyVault, filledVault } from '../support/browser/shownVault.js';
import { sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();
const open = emptyVault();

const MARKDOWN = '# Retries\n\nPayments are retried **three times**.\n';

const VIEWS = [
  { width: 360, theme: 'dark' },
  { width: 768, theme: 'light' },
  { width: 1280, theme: 'dark' },
  { width: 2560, theme: 'light' },
] as const;

const NOTES = '/api/v1/observations';
const saved = (note: object) => shown.vault().ask<{ id: string }>('POST', NOTES, note);

/** Loads the page anew, as somebody does who presses the key for it. */
async function reload({ page, settle }: OpenPage): Promise<void> {
  await page.reload();
  await settle();
}

const said = ({ page }: OpenPage, words: string) =>
  page.locator('.notices', { hasText: words }).waitFor();

describe.each(sampled(VIEWS, 2))('$width px wide and $theme', (view) => {
  test.each([
    ['#/new/note', /^Title/],
    ['#/new/prompt', /^Name/],
    ['#/project/checkout/conventions/new', /^Conventions/],
  ] as const)(
    '%s begins in its first field, and shows a preview by a key',
    async (place, first) => {
      const opened = await openedAt(shown, place, view);
      const { page } = opened;
      const field = page.getByLabel(first);
      await eventually('the field has the focus', async () =>
        expect(await field.evaluate((one) => one === document.activeElement)).toBe(true),
      );
      const text = page.locator('.edit-text');
      await text.fill(MARKDOWN);
      await text.press('Alt+p');
      const preview = page.getByRole('region', { name: 'Preview' });
      await preview.locator('strong', { hasText: 'three times' }).waitFor();
      // A phone has no room for both.
      expect(await text.isVisible()).toBe(view.width > 700);
      expect(await problemsOf(opened)).toEqual([]);
      if (view.width < 700)
        await eventually('the button has the focus of the field', async () =>
          expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Preview'),
        );
      await page.keyboard.press('Alt+p');
      await eventually('the field is there again and has the focus', async () =>
        expect(await text.evaluate((one) => one === document.activeElement)).toBe(true),
      );
      expect(await preview.count()).toBe(0);
      expect(await text.inputValue()).toBe(MARKDOWN);
    },
  );
});

test('n writes a note of the project that is shown; what the vault refuses is said at its field', async () => {
  const opened = await openedAt(shown, `#/project/${shown.filled().project}`, { width: 360 });
  const { page, settle } = opened;
  await page.keyboard.press('n');
  await page.waitForURL(/#\/new\/note\?project=/);
  await settle();
  expect(await page.getByLabel(/^Project/).inputValue()).toBe(shown.filled().project);
  const title = page.getByLabel('Title');
  await title.fill('Written here');
  await page.getByLabel('About these files').fill('src/a.ts:0');
  await title.press('Control+Enter');
  for (const refused of ['must be a line or a range', 'must not be empty'])
    await page.locator('.field-error', { hasText: refused }).waitFor();
  await eventually('the first field with a fault has the focus', async () =>
    expect(await page.locator('.edit-text:focus').count()).toBe(1),
  );
  expect(await problemsOf(opened)).toEqual([]);
  await page.locator('.edit-text').fill('The key is AKIA3X7QPLMZ9RTW2KVN, as agreed.');
  await page.getByLabel('About these files').fill('src/a.ts:3');
  await page.getByLabel('Tags').fill('one, two\nthree');
  await page.getByLabel('Pin it').check();
  await title.press('Control+Enter');
  await page.locator('h1', { hasText: 'Written here' }).waitFor();
  await said(opened, 'Secrets in it were replaced by [REDACTED].');
  await settle();
  const id = /note\/(\w+)/.exec(page.url())?.[1];
  expect(await shown.vault().ask('GET', `${NOTES}/${id}`)).toMatchObject({
    project: shown.filled().project,
    tags: ['one, two', 'three'],
    pinned: true,
    anchors: [{ path: 'src/a.ts', lines: '3' }],
    content: expect.stringContaining('[REDACTED]'),
  });
});

test('a note of the same title is told with a link, and saved only on request', async () => {
  const note = { title: 'Tills close at ten', content: 'x', type: 'task', project: 'twins' };
  const { id } = await saved(note);
  const opened = await openedAt(shown, '#/new/note?project=Twins', { width: 360 });
  const { page, move, settle } = opened;
  const title = page.getByLabel('Title');
  await title.fill('tills close at TEN');
  await page.locator('.edit-text').fill('On Sundays.');
  await title.press('Control+Enter');
  const link = page.getByRole('alert').getByRole('link', { name: 'Tills close at ten' });
  expect(await link.getAttribute('href')).toBe(`/#/note/${id}`);
  expect(await problemsOf(opened)).toEqual([]);
  await link.click();
  await page.locator('h1', { hasText: 'Tills close at ten' }).waitFor();
  await move('#/new/note');
  expect(await page.locator('.edit-text').inputValue()).toBe('On Sundays.');
  await title.press('Control+Enter');
  await page.getByRole('button', { name: 'Save it anyway' }).click();
  await page.locator('h1', { hasText: 'tills close at TEN' }).waitFor();
  await settle();
  await move('#/new/note');
  expect(await title.inputValue()).toBe('');
});

test('Ctrl Enter that is held down or pressed again saves no twin', async () => {
  const note = { title: 'Held down', content: 'x', type: 'task', project: 'held' };
  const { id } = await saved(note);
  const opened = await openedAt(shown, '#/new/note?project=held');
  const { page } = opened;
  await page.getByLabel('Title').fill('Held down');
  await page.locator('.edit-text').fill('Another text.');
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  const anyway = page.getByRole('button', { name: 'Save it anyway' });
  await anyway.waitFor();
  for (let times = 0; times < 3; times++) await page.keyboard.down('Enter');
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  await opened.settle();
  await anyway.waitFor();
  const notes = await shown.vault().ask<{ id: string }[]>('GET', `${NOTES}?project=held`);
  expect(notes.map((one) => one.id)).toEqual([id]);
});

test('while a note is saved, its fields take nothing that would be lost', async () => {
  const { page } = await openedAt(shown, '#/new/note');
  let goOn = () => {};
  const wait = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(`**${NOTES}`, async (route) => {
    await wait;
    await route.fallback();
  });
  const text = page.locator('.edit-text');
  await page.getByLabel('Title').fill('Typed on');
  await text.fill('All of it.');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await text.press('Control+Enter');
  await sent;
  await page.keyboard.type(' Lost');
  await page.keyboard.insertText(' Lost');
  expect(await text.inputValue()).toBe('All of it.');
  goOn();
  await page.locator('h1', { hasText: 'Typed on' }).waitFor();
});

test('a draft survives a reload and a login that ran out, is of who wrote it, and is gone when it is dropped', async () => {
  const opened = await openedAt(shown, '#/new/note', { who: 'ada' });
  const { page, move, settle } = opened;
  const title = page.getByLabel('Title');
  await title.fill('Half a thought');
  await reload(opened);
  expect(await title.inputValue()).toBe('Half a thought');
  const [cookie] = await page.context().cookies();
  await page.context().clearCookies();
  await page.locator('.edit-text').fill('And the rest.');
  await title.press('Control+Enter');
  await page.getByRole('button', { name: 'Log in again' }).click();
  await page.locator('main a', { hasText: 'Log in' }).waitFor();
  const logIn = async (as: typeof cookie) => {
    await page.context().addCookies(as ? [as] : []);
    await reload(opened);
  };
  const other = await shown.open('bob');
  const [bobs] = await other.page.context().cookies();
  await other.close();
  await logIn(bobs);
  expect(await title.inputValue()).toBe('');
  await logIn(cookie);
  expect(await title.inputValue()).toBe('Half a thought');
  expect(await page.locator('.edit-text').inputValue()).toBe('And the rest.');
  const drop = page.getByRole('button', { name: 'Discard the changes' });
  const dialog = page.getByRole('dialog');
  await drop.click();
  expect(await problemsOf(opened)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect(await title.inputValue()).toBe('Half a thought');
  await drop.click();
  await dialog.getByRole('button', { name: 'Discard the changes' }).click();
  await page.waitForURL(/#\/$/);
  await move('#/new/note');
  expect(await title.inputValue()).toBe('');
  await title.fill('Gone with the login');
  await move('#/login');
  await page.getByRole('button', { name: 'Log out' }).click();
  await said(opened, 'You are logged out.');
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
  await settle();
});

test('a note that is edited goes on after a reload, and says when it was changed meanwhile', async () => {
  const { id } = await saved({ title: 'Old', content: 'x', type: 'task', project: 'p' });
  const opened = await openedAt(shown, `#/note/${id}`, { width: 768 });
  const { page } = opened;
  const text = page.locator('.edit-text');
  await page.locator('h1').click();
  await page.keyboard.press('e');
  await text.fill('Mine.');
  const theirs = { title: 'New', tags: ['theirs', 'more'] };
  await shown.vault().ask('PATCH', `${NOTES}/${id}`, theirs);
  await reload(opened);
  expect(await text.inputValue()).toBe('Mine.');
  expect(await page.getByLabel('Title').inputValue()).toBe('New');
  await page.getByText('This note was changed after you began').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
  await text.press('Control+Enter');
  await said(opened, 'Saved as revision 3.');
  expect(await shown.vault().ask('GET', `${NOTES}/${id}`)).toMatchObject({
    ...theirs,
    content: 'Mine.',
  });
  await page.locator('.edit-text').waitFor({ state: 'detached' });
  await reload(opened);
  expect(await page.locator('.edit-text').count()).toBe(0);
});

test("what is changed of somebody else's change is kept, too, also back to what it was at first", async () => {
  const { id } = await saved({ title: 'Old', content: 'x', type: 'task', project: 'p' });
  const opened = await openedAt(shown, `#/note/${id}`);
  const { page } = opened;
  await page.keyboard.press('e');
  await page.locator('.edit-text').fill('Mine.');
  await shown.vault().ask('PATCH', `${NOTES}/${id}`, { tags: ['theirs'] });
  await reload(opened);
  const tags = page.getByLabel('Tags');
  expect(await tags.inputValue()).toBe('theirs');
  await tags.fill('');
  await reload(opened);
  expect(await tags.inputValue()).toBe('');
  await tags.press('Control+Enter');
  await said(opened, 'Saved as revision 3.');
  expect(await shown.vault().ask('GET', `${NOTES}/${id}`)).toMatchObject({ tags: [] });
});

test('a form has the focus in its first field at once: nothing that is typed goes elsewhere', async () => {
  const { id } = await saved({ title: 'Quick', content: 'x', type: 'task', project: 'p' });
  const { page } = await openedAt(shown, `#/note/${id}`);
  const first = await page.evaluate(async () => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'e', bubbles: true }));
    // The page draws at the end of the turn, long before the next frame.
    await new Promise((done) => queueMicrotask(() => queueMicrotask(() => done(undefined))));
    return document.activeElement?.tagName;
  });
  expect(first).toBe('INPUT');
});

test('a prompt is written, and its next version begins with the newest', async () => {
  const opened = await openedAt(shown, '#/prompts', { width: 360 });
  const { page, settle } = opened;
  const text = page.locator('.edit-text');
  await page.keyboard.press('p');
  await page.getByLabel('Name').fill('look/for lost writes');
  await text.press('Control+Enter');
  await page.locator('.field-error', { hasText: 'must not be empty' }).waitFor();
  await text.fill('Review this diff.');
  await page.getByLabel('Tags').fill('review');
  await text.press('Control+Enter');
  await said(opened, 'Saved as version 1.');
  await page.locator('h1', { hasText: 'look/for lost writes' }).waitFor();
  await settle();
  await page.keyboard.press('e');
  await text.waitFor();
  expect(await text.inputValue()).toBe('Review this diff.');
  expect(await page.getByLabel('Tags').inputValue()).toBe('review');
  await text.fill('Review this diff for lost writes.');
  await text.press('Control+Enter');
  await said(opened, 'Saved as version 2.');
  await page.locator('.card', { hasText: 'Newest text' }).getByText('for lost writes').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
});

test('an admin publishes conventions; who may not is not offered it', async () => {
  const place = '#/project/fresh/conventions';
  const bob = await openedAt(shown, place, { who: 'bob' });
  expect(await bob.page.getByRole('link', { name: 'New version' }).count()).toBe(0);
  const opened = await openedAt(shown, place, { who: 'ada', width: 360 });
  const { page } = opened;
  await page.keyboard.press('e');
  await page.getByLabel('Conventions').fill('# Money\n\nIt is in minor units.');
  await page.locator('.edit-text').press('Control+Enter');
  await said(opened, 'Published as version 1.');
  await page.locator('.card', { hasText: 'Conventions' }).getByText('in minor units').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
  expect(await shown.vault().ask('GET', '/api/v1/openspec/fresh')).toMatchObject({ version: 1 });
});

test('on an open vault, whoever is on this machine writes notes', async () => {
  const opened = await openedAt(open, '#/new/note', { who: 'anonymous' });
  const { page } = opened;
  await page.getByLabel('Title').fill('The first one');
  await page.locator('.edit-text').fill('Of this vault.');
  await page.locator('.edit-text').press('Control+Enter');
  await page.locator('h1', { hasText: 'The first one' }).waitFor();
  expect(await problemsOf(opened)).toEqual([]);
});

test('where the browser keeps nothing, leaving what is typed asks first, and saving it does not', async () => {
  const opened = await openedAt(shown, '#/new/note');
  const { page, seen } = opened;
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByLabel('Title').fill('Kept nowhere');
  await page.locator('nav a', { hasText: 'Prompts' }).click();
  await eventually('the page asks', () => expect(seen.dialogs).toHaveLength(1));
  await page.locator('.edit-text').fill('But saved.');
  await page.locator('.edit-text').press('Control+Enter');
  await page.locator('h1', { hasText: 'Kept nowhere' }).waitFor();
  expect(seen.dialogs).toHaveLength(1);
});
