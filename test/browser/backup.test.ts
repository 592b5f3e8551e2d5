import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openedAt } from '../support/browser/openedAt.js';
import { problemsOf } from '../support/browser/problems.js';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

test.each([360, 1280])(
  'at %d px an admin backs up by a key, and sees where it is',
  async (width) => {
    const opened = await openedAt(shown, '#/operations', { who: 'ada', width, now: undefined });
    const { page } = opened;
    const part = page.locator('.backup');
    await part.waitFor();
    expect(await problemsOf(opened)).toEqual([]);
    await page.keyboard.press('b');
    await part.getByText('verified', { exact: false }).locator('visible=true').first().waitFor();
    const file = await part.locator('code').textContent();
    const { backupDir } = shown.vault().app.config;
    expect(readdirSync(backupDir).map((name) => `${backupDir}/${name}`)).toContain(file);
    expect(await problemsOf(opened)).toEqual([]);
  },
);

test('a backup that cannot be written says so in words', async () => {
  const { backupDir } = shown.vault().app.config;
  rmSync(backupDir, { recursive: true, force: true });
  writeFileSync(backupDir, 'a file where the folder should be');
  const opened = await openedAt(shown, '#/operations', {
    width: 768,
    theme: 'dark',
    now: undefined,
  });
  const { page } = opened;
  await page.getByRole('button', { name: 'Back up now' }).click();
  await page.getByRole('alert').getByText('no backup was made in').waitFor();
  expect(await page.getByRole('button', { name: 'Back up now' }).isEnabled()).toBe(true);
  expect(await problemsOf(opened)).toEqual([]);
  rmSync(backupDir);
});
