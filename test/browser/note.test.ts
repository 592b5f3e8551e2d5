import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';
import { eventually } from '../support/eventually.js';

const shown = filledVault();

/** Opens a note that has revisions. */
const opened = () => openedAt(shown, `#/note/${shown.filled().revised}`);

test('the proof of a note is checked in the browser, and so is each of its events', async () => {
  const open = await opened();
  const { page, settle } = open;
  await page.locator('.note-side .box', { hasText: 'Checked in this browser' }).waitFor();
  const checks = page.locator('.note-events button');
  const events = await checks.count();
  expect(events).toBeGreaterThan(1);
  for (let left = events; left > 0; left -= 1) {
    await checks.first().click();
    await settle();
  }
  await eventually('all events are checked', async () =>
    expect(await page.locator('.note-events .badge.good').count()).toBe(events),
  );
  expect(await problemsOf(open)).toEqual([]);
});

test('a proof about a changed event, or about another one, is not believed', async () => {
  const { page, go } = await opened();
  const id = shown.filled().revised;
  const verdict = (hasText: string) => page.locator('.note-side .box', { hasText }).waitFor();
  const answerWith = (change: (proof: { envelope: Record<string, unknown> }) => void) =>
    page.route('**/audit/inclusion/**', async (route) => {
      // The cookie counts only for requests of the page itself.
      const headers = { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' };
      const answer = await route.fetch({ headers });
      // The checkpoint was older than the note: the page asks again.
      if (!answer.ok()) return route.fulfill({ response: answer });
      const json = await answer.json();
      change(json);
      await route.fulfill({ json });
    });
  await answerWith(({ envelope }) => {
    envelope.at = 1;
  });
  await go(`#/note/${id}`);
  await verdict('changed the event in the proof');
  await page.unroute('**/audit/inclusion/**');
  await answerWith(({ envelope }) => {
    envelope.stream = 'observation/01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
  });
  await go(`#/note/${id}`);
  await verdict('about another event');
});

test('what is typed stays while somebody looks elsewhere; ctrl+enter saves it, and it is restored', async () => {
  const { page, seen, settle } = await opened();
  const title = await page.locator('h1').textContent();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const field = page.getByLabel('Title');
  await field.fill('  ');
  await page.locator('nav a', { hasText: 'Sessions' }).click();
  await page.locator('h1', { hasText: 'Sessions' }).waitFor();
  await page.goBack();
  await field.waitFor();
  expect(await field.inputValue()).toBe('  ');
  await field.press('Control+Enter');
  await page.locator('.field-error').waitFor();
  await field.fill('Another title');
  await field.press('Control+Enter');
  await page.locator('h1', { hasText: 'Another title' }).waitFor();
  await settle();
  await page.getByRole('button', { name: 'Restore…' }).first().click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await page
    .locator('h1')
    .getByText(title ?? '', { exact: true })
    .waitFor();
  expect(seen.dialogs).toEqual([]);
});

test('until when a note holds is set and taken away, and what has ended is marked', async () => {
  const note = { title: 'Closed for long', content: 'The till.', type: 'decision', project: 'p' };
  const { id } = await shown.vault().ask<{ id: string }>('POST', '/api/v1/observations', note);
  const open = await openedAt(shown, `#/note/${id}`, { width: 360 });
  const { page, settle } = open;
  const edit = () => page.getByRole('button', { name: 'Edit', exact: true }).click();
  const mark = page.locator('.note-badges .badge', { hasText: 'expired' });
  const until = page.getByLabel('Valid until');
  await edit();
  await until.fill('2026-01-31');
  expect(await problemsOf(open)).toEqual([]);
  await until.press('Control+Enter');
  await mark.waitFor();
  await settle();
  expect(await page.locator('.fact-change').textContent()).toContain('2026-01-31T23:59:59Z');
  expect(await problemsOf(open)).toEqual([]);
  await edit();
  expect(await until.inputValue()).toBe('2026-01-31');
  await until.fill('');
  await until.press('Control+Enter');
  await mark.waitFor({ state: 'detached' });
});

test('a note is shown beside what cannot hold with it, and takes its place', async () => {
  const save = (times: number) =>
    shown.vault().ask<{ id: string }>('POST', '/api/v1/observations', {
      title: `Payments are retried ${times} times`,
      content: 'Agreed with the bank.',
      type: 'decision',
      project: 'p',
    });
  await save(3);
  const { id } = await save(5);
  const open = await openedAt(shown, `#/note/${id}`, { width: 360 });
  const { page } = open;
  const card = page.locator('.card', { hasText: 'Do both hold?' });
  await card.getByText('with another number').waitFor();
  expect(await problemsOf(open)).toEqual([]);
  await card.getByRole('button', { name: 'Supersede it with this note' }).click();
  await card.waitFor({ state: 'detached' });
  const facts = page.locator('.note-side .card', { hasText: 'Facts' });
  await facts.getByRole('link', { name: 'Payments are retried 3 times' }).waitFor();
});

test('forgetting says what is erased where, before and after it', async () => {
  const open = await opened();
  const { page } = open;
  await page.getByRole('button', { name: 'Forget…' }).click();
  const dialog = page.getByRole('dialog');
  for (const place of [
    'Log:',
    'Read models and search index:',
    'Hive:',
    'Stays:',
    'Not reached:',
  ]) {
    expect(await dialog.textContent()).toContain(place);
  }
  expect(await dialog.textContent()).toMatch(/all \d+ revisions/);
  expect(await problemsOf(open)).toEqual([]);
  await page.getByRole('button', { name: 'Forget for good' }).click();
  await page.locator('h1', { hasText: 'The note is forgotten' }).waitFor();
  expect(await page.locator('main').textContent()).toContain('overwritten in the log');
  expect(await problemsOf(open)).toEqual([]);
});

test('files and commits that a note is about lead to all notes about them; they are taken away and come to it', async () => {
  const commit = 'a1b2c3d4e5f60718293a4b5c6d7e8f9012345678';
  const anchors = [
    { path: 'src/pay/charge.ts', lines: '10-24', symbol: 'charge', commit, branch: 'main' },
    { path: `src/${'\u202e<b>long</b>'.replaceAll('/', '-').repeat(30)}.ts` },
  ];
  const note = { title: 'About files', content: 'Charges once.', type: 'learning', anchors };
  const { id } = await shown.vault().ask<{ id: string }>('POST', '/api/v1/observations', note);
  const open = await openedAt(shown, `#/note/${id}`, { width: 360 });
  const { page, settle } = open;
  const about = page.locator('.anchors');
  expect(await about.locator('li').first().textContent()).toBe(
    'src/pay/charge.ts:10-24chargea1b2c3dmain',
  );
  expect(await about.locator('.hidden-character').count()).toBeGreaterThan(1);
  expect(await problemsOf(open)).toEqual([]);
  for (const [link, filter] of [
    ['charge.ts', 'Path: src/pay/charge.ts'],
    ['a1b2c3d', 'Commit: a1b2c3d'],
  ] as const) {
    await about.getByRole('link', { name: link }).click();
    await page.locator('.chip', { hasText: filter }).waitFor();
    await page.locator('.note-row', { hasText: 'About files' }).waitFor();
    await page.goBack();
  }
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const files = page.getByLabel('About these files too');
  expect(await problemsOf(open)).toEqual([]);
  await page.locator('.write-form .chip').nth(1).click();
  await files.fill('src/b.ts:0');
  await files.press('Control+Enter');
  await page.locator('.field-error', { hasText: 'must be a line or a range' }).waitFor();
  await files.fill('src/b.ts:3-4');
  await files.press('Control+Enter');
  await about.getByText('src/b.ts:3-4').waitFor();
  await settle();
  const change = page.locator('.fact-change', { hasText: 'About' });
  expect(await change.locator('ins').textContent()).toBe(
    'src/pay/charge.ts:10-24 charge a1b2c3d main, src/b.ts:3-4',
  );
  await page.getByRole('button', { name: 'Restore…' }).click();
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await about.locator('.hidden-character').first().waitFor();
  expect(await about.getByText('src/b.ts').count()).toBe(0);
});
