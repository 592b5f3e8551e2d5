import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

declare global {
  /** What the script of axe-core leaves behind. */
  var axe: { run(options: object): Promise<AxeResults> };
}

/** What axe finds wrong with what a page shows, one line for each element; all rules of WCAG 2.2 AA and best practices. */
export async function axeProblems(page: Page): Promise<readonly string[]> {
  // Chromium evaluates this beside the page: its content security policy stays as it is. It stays as long as the document
  // does, and sending half a megabyte takes longer than all rules.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run({ resultTypes: ['violations'], preload: false }),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, any }) => `${id}: ${help}: ${html} ${any.map((one) => one.message)}`),
  );
}
