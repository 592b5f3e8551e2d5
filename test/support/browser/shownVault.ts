import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, test } from 'vitest';
import { readNotes } from '../../../tools/notes/readNotes.js';
import { type Filled, fillVault } from '../../../tools/page/fill/fillVault.js';
import { launchChromium } from '../../../tools/page/launchChromium.js';
import { type OpenPage, openPage, type View } from '../../../tools/page/openPage.js';
import {
  type PageVault,
  type PageVaultOptions,
  pageVault,
  SHOWN_AT,
} from '../../../tools/page/pageVault.js';

const NOTES = fileURLToPath(new URL('../../fixtures/notes.ndjson', import.meta.url));
const TWO_WEEKS = 14 * 86_400_000;

/** Who looks: Ada is an admin, Bob a member of the same team, Eve of another one. */
export type Who = 'anonymous' | 'owner' | 'ada' | 'bob' | 'eve';

const MEMBERS = { VAULT_AUTH: 'session' };

/** What all files of a worker share. */
const shared = test
  // To start a browser and to warm it up takes half a second.
  .extend(
    'browser',
    { scope: 'worker' },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the source which fixtures it takes.
    async ({}, { onCleanup }) => {
      const browser = await launchChromium();
      onCleanup(() => browser.close());
      return browser;
    },
  )
  // To fill a vault takes a second, and to copy it nothing.
  .extend(
    'original',
    { scope: 'worker' },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the source which fixtures it takes.
    async ({}, { onCleanup }) => {
      const vault = await pageVault({ env: MEMBERS, at: SHOWN_AT - TWO_WEEKS });
      onCleanup(() => vault.close());
      const filled = await fillVault(vault, readNotes(NOTES), SHOWN_AT);
      await vault.app.close();
      return { from: vault.app.config.dataDir, filled };
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

/** A vault for members only, with the notes of the tests and two weeks of work. Call it at the top of a file. `env` has more settings. */
export function filledVault(env: Readonly<Record<string, string>> = {}): ShownVault {
  return shown((open) =>
    shared.beforeAll(({ browser, original: { from, filled } }) =>
      open(browser, { env: { ...MEMBERS, ...env }, from }, filled),
    ),
  );
}

/** A new vault that everybody on this machine may read, as most people have it. */
export function emptyVault(env: Readonly<Record<string, string>> = {}): ShownVault {
  return preparedVault(async () => ({ env }));
}

/** A vault with the settings and files that `prepare` gives, before the first test. */
export function preparedVault(prepare: () => Promise<PageVaultOptions>): ShownVault {
  return shown((open) => shared.beforeAll(async ({ browser }) => open(browser, await prepare())));
}

type Open = (browser: Browser, options: PageVaultOptions, filled?: Filled) => Promise<void>;

function shown(beforehand: (open: Open) => void): ShownVault {
  let vault: PageVault | undefined;
  let browser: Browser | undefined;
  let filled: Filled | undefined;
  beforehand(async (one, options, holding) => {
    browser = one;
    filled = holding;
    vault = await pageVault(options);
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
