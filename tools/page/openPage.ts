import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { type Seen, seenOn } from './seenOn.js';

/** How somebody looks at the page. */
export interface View {
  /** In CSS pixels. By default 1280 by 800. */
  readonly width?: number;
  readonly height?: number;
  /** By default light. */
  readonly theme?: 'light' | 'dark';
  readonly reducedMotion?: boolean;
  /** The owner's key or a session token: the page is logged in with it, by cookie. By default nobody is. */
  readonly credential?: string | undefined;
  /** The time that the page sees, in ms: it stands still. By default the page has the clock of the machine. */
  readonly now?: number | undefined;
}

/** A page in a context of its own: nothing is shared with another one. */
export interface OpenPage {
  readonly page: Page;
  readonly seen: Seen;
  /** Opens a place of the page, such as `#/search?q=x` or `docs`, as if its address had been typed, and waits for it. */
  go(place: string): Promise<void>;
  /** Goes to a fragment as a link of the page does: nothing is loaded again. */
  move(fragment: string): Promise<void>;
  /** Waits until all that the screen asked for is shown. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Opens an empty page for the service at `url`. It shows nothing until `go`. */
export async function openPage(browser: Browser, url: string, view: View = {}): Promise<OpenPage> {
  const context = await browser.newContext(contextOptions(view));
  if (view.credential !== undefined) {
    await context.addCookies([await cookieFor(url, view.credential)]);
  }
  context.setDefaultTimeout(HANGS_MS);
  const page = await context.newPage();
  if (view.now !== undefined) await page.clock.setFixedTime(view.now);
  const seen = await seenOn(page);
  // What tsx makes of a function calls this; `evaluate` sends the function without it.
  await page.addInitScript('globalThis.__name = (one) => one');
  const settle = () => settled(page, seen);
  return {
    page,
    seen,
    settle,
    async go(place) {
      // A new fragment alone would not load the page again. The page goes away by itself: the browser would start another
      // process for each `goto`, which takes longer than all else.
      if (page.url() !== EMPTY) {
        await page.evaluate((empty) => location.replace(empty), EMPTY);
        await page.waitForURL(EMPTY);
      }
      await page.goto(`${url}/${place}`);
      await settle();
    },
    async move(fragment) {
      await page.evaluate((to) => {
        location.hash = to;
      }, fragment);
      await settle();
    },
    close: () => context.close(),
  };
}

const EMPTY = 'about:blank';
/** Far from what any step takes, even beside much other work. */
const HANGS_MS = 50_000;
const LOOK_MS = 40;

/** A screen may ask for more when it has an answer, so nothing may load, and nothing be asked for, while it is looked at. */
async function settled(page: Page, seen: Seen): Promise<void> {
  let before: number;
  do {
    before = seen.requests.length;
    // The page's own timers count the looks: one that has no time to go on is not quiet. Without `polling`, a look would
    // wait for the next frame, and a browser without a window may draw none any more.
    await page.waitForFunction(isQuiet, { looks: 0 }, { polling: LOOK_MS });
  } while (seen.pending() > 0 || seen.requests.length > before);
}

/** Runs in the page. True when nothing was loading at three looks, one after the other. */
function isQuiet(seen: { looks: number }): boolean {
  // A list may go on below the window.
  const isInSight = (one: Element) => one.getBoundingClientRect().top < innerHeight;
  const isLoading = [...document.querySelectorAll('.loading')].some(isInSight);
  seen.looks = document.querySelector('main')?.textContent && !isLoading ? seen.looks + 1 : 0;
  return seen.looks === 3;
}

function contextOptions(view: View): BrowserContextOptions {
  return {
    viewport: { width: view.width ?? 1280, height: view.height ?? 800 },
    colorScheme: view.theme ?? 'light',
    reducedMotion: view.reducedMotion ? 'reduce' : 'no-preference',
    locale: 'en-GB',
    timezoneId: 'UTC',
    // It would hide what the page asks for.
    serviceWorkers: 'block',
  };
}

/** Logs in as the page does. Throws what the service says when it refuses. */
async function cookieFor(url: string, credential: string) {
  const response = await fetch(`${url}/auth/browser`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ token: credential }),
  });
  const [cookie = ''] = response.headers.getSetCookie();
  const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (!response.ok || name === undefined || value === undefined) {
    throw new Error(`POST /auth/browser answered ${response.status}: ${await response.text()}`);
  }
  return { name, value, url, httpOnly: true, sameSite: 'Strict' as const };
}
