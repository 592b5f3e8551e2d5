import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { emptyVault } from '../support/browser/shownVault.js';

const shown = emptyVault({ VAULT_WEBHOOK_HOSTS: '127.0.0.1' });

test.each([
  { width: 360, theme: 'dark' as const },
  { width: 1280, theme: 'light' as const },
])('at $width px, $theme, a webhook is added, fails, is tried again and removed', async (view) => {
  let status = 503;
  const server = createServer((_, answer) => void answer.writeHead(status).end());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/hook`;
  shown.vault().app.webhooks.start();

  const opened = await openedAt(shown, '#/operations', { who: 'owner', ...view });
  const { page } = opened;
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await page.getByText('this vault sends its events to no other program').waitFor();
  await page.getByLabel('Send events to').fill('https://elsewhere.example/');
  await click('Add the webhook');
  await page.getByRole('alert').getByText('VAULT_WEBHOOK_HOSTS=127.0.0.1,elsewhere').waitFor();
  expect(await problemsOf(opened)).toEqual([]);

  await page.getByLabel('Send events to').fill(url);
  await page
    .getByLabel('Only these types of events')
    .fill('observation.saved, observation.forgotten');
  await click('Add the webhook');
  const secret = await page.getByRole('dialog').locator('.once code').textContent();
  expect(secret).toMatch(/^whsec_/);
  expect(await problemsOf(opened)).toEqual([]);
  await click('I have stored it');
  const row = page.locator('.people-rows > li').filter({ hasText: url });
  await row.getByText('up to date').waitFor();
  expect(await row.textContent()).toContain('observation.saved, observation.forgotten');
  expect(await page.content()).not.toContain(secret);

  const title = `Told at ${view.width}`;
  await shown.vault().ask('POST', '/api/v1/observations', {
    project: 'shop',
    type: 'decision',
    title,
    content: title,
  });
  await row.getByText(/^1 behind; next try in \d+ s: answered 503$/).waitFor();
  expect(await problemsOf(opened)).toEqual([]);
  status = 204;
  await click(`Try now: ${url}`);
  await row.getByText('up to date').waitFor();
  expect(await row.textContent()).toContain('last success');

  await click(`Remove ${url}`);
  await page.getByRole('dialog').getByText('gets no more events').waitFor();
  expect(await problemsOf(opened)).toEqual([]);
  await click('Remove the webhook');
  await page.getByText('this vault sends its events to no other program').waitFor();
});
