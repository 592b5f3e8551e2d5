import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { readNotes } from '../../../tools/notes/readNotes.js';
import { type Filled, fillVault } from '../../../tools/page/fill/fillVault.js';
import { launchChromium } from '../../../tools/page/launchChromium.js';
import { type OpenPage, openPage, type View } from '../../../tools/page/openPage.js';
import { type PageVault, pageVault, SHOWN_AT } from '../../../tools/page/pageVault.js';

const NOTES = fileURLToPath(new URL('../../fixtures/notes.ndjson', import.meta.url));
const TWO_WEEKS = 14 * 86_400_000;

/** Who looks: Ada is an admin, Bob a member of the same team, Eve of another one. */
export type Who = 'anonymous' | 'owner' | 'ada' | 'bob' | 'eve';

/** One browser for all files of a worker: to start it and to warm it up takes half a second. */
const withBrowser = test.extend(
  'browser',
  { scope: 'worker' },
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the source which fixtures it takes.
  async ({}, { onCleanup }) => {
    const browser = await launchChromium();
    onCleanup(() => browser.close());
    return browser;
  },
);

/** A vault and a browser for the tests of a whole file. What it gives is there inside tests only. */
export interface ShownVault {
  vault(): PageVault;
  /** What is in it; throws in an empty one. */
  filled(): Filled;
  /** Opens a page for somebody: who opens it closes it. */
  open(who: Who, view?: View): Promise<OpenPage>;
}

/** A vault for members only, with the notes of the tests and two weeks of work. Call it at the top of a file. */
export function filledVault(env: Readonly<Record<string, string>> = {}): ShownVault {
  return shown({ VAULT_AUTH: 'session', ...env }, async (vault) =>
    fillVault(vault, readNotes(NOTES), SHOWN_AT),
  );
}

/** A new vault that everybody on this machine may read, as most people have it. */
export function emptyVault(env: Readonly<Record<string, string>> = {}): ShownVault {
  return shown(env, async () => undefined);
}

function shown(
  env: Readonly<Record<string, string>>,
  fill: (vault: PageVault) => Promise<Filled | undefined>,
): ShownVault {
  let vault: PageVault | undefined;
  let browser: Browser | undefined;
  let filled: Filled | undefined;
  withBrowser.beforeAll(async ({ browser: one }) => {
    browser = one;
    vault = await pageVault({ env, at: SHOWN_AT - TWO_WEEKS });
    filled = await fill(vault);
    vault.moveTo(SHOWN_AT);
  });
  afterAll(() => vault?.close());
  const there = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('it is there inside tests, and in a filled vault');
    return one;
  };
  const credential = (who: Who) => {
    if (who === 'anonymous') return undefined;
    return who === 'owner' ? there(vault).owner : there(filled).people[who].token;
  };
  return {
    vault: () => there(vault),
    filled: () => there(filled),
    open: (who, view = {}) =>
      openPage(there(browser), there(vault).url, {
        now: SHOWN_AT,
        credential: credential(who),
        ...view,
      }),
  };
}
