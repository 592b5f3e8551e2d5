import { axeProblems } from '../../../tools/page/axeProblems.js';
import type { OpenPage } from '../../../tools/page/openPage.js';

/** Everything that may be wrong with what a page shows, in words. An empty list when nothing is. */
export async function problemsOf({ page, seen }: OpenPage): Promise<readonly string[]> {
  const problems = [
    ...seen.errors.map((error) => `error: ${error}`),
    ...seen.violations.map((violation) => `against the policy: ${violation}`),
    ...seen.dialogs.map((dialog) => `a dialog of the browser: ${dialog}`),
    ...(await axeProblems(page)).map((problem) => `axe: ${problem}`),
  ];
  const { wide, headings } = await page.evaluate(() => ({
    // What is wider than the window scrolls the page sideways.
    wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    headings: document.querySelectorAll('h1').length,
  }));
  if (wide > 0) problems.push(`the page is ${wide} px wider than the window`);
  if (headings > 1) problems.push(`${headings} headings of the first level`);
  return problems;
}
