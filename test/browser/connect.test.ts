import { expect, test } from 'vitest';
import { axeProblems } from '../../tools/page/axeProblems.js';
import { openedAt } from '../support/browser/openedAt.js';
import { filledVault } from '../support/browser/shownVault.js';

const shown = filledVault();

test('the screen on which an application asks says why a request is refused, and offers nothing then', async () => {
  const { page } = await openedAt(shown, '#/connect?client_id=nobody', { who: 'owner' });
  await page.getByRole('heading', { name: 'Connect an application', level: 1 }).waitFor();
  await page.getByText('lets no applications in').waitFor();
  expect(await page.getByRole('button', { name: 'Let it in' }).count()).toBe(0);
  expect(await axeProblems(page)).toEqual([]);
});
