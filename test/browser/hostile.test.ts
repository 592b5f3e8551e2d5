import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenPage } from '../../tools/page/openPage.js';
import { hiddenCharactersOf } from '../../web/kit/hiddenCharacters.js';
import { MOST_PARTS } from '../../web/markdown/bounds.js';
import { harmIn } from '../support/browser/harmIn.js';
import { saveHostile } from '../support/browser/saveHostile.js';
import { emptyVault } from '../support/browser/shownVault.js';
import { wanderer } from '../support/browser/wanderer.js';
import { sampled } from '../support/depth.js';
import { HOSTILE_KINDS, wordOf } from '../support/hostile/hostileNotes.js';

const HOSTILE_NOTES = HOSTILE_KINDS.flatMap((kind) => sampled(kind, 12));

const shown = emptyVault();

/** Elements of a whole document: what Markdown may become (`web/markdown/bounds.ts`), and what is around it. */
const MOST_ELEMENTS = MOST_PARTS + 1000;

/** A text as the page shows it: letters that nobody sees are named. */
const shownAs = (text: string) =>
  hiddenCharactersOf(text)
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.times > 1 ? `${part.code} ×${part.times}` : part.code;
    })
    .join('');

/** What the vault does to texts that are longer, or stacks of marks, is not of interest. */
const startOf = (text: string) => [...text].slice(0, 12).join('');

let ids: readonly string[];
let opened: OpenPage;
let wander: OpenPage['move'];
const ran: string[] = [];
beforeAll(async () => {
  ids = await saveHostile(shown.vault(), HOSTILE_NOTES);
  opened = await shown.open('owner');
  wander = wanderer(opened);
  await opened.page.exposeBinding('__ran', ({ page }) => void ran.push(page.url()));
  return () => opened.close();
});

/** Goes to a place; nothing of what is shown there may have done any harm. Gives the text of the screen. */
async function safely(place: string, go = wander): Promise<string> {
  const before = opened.seen.requests.length;
  await go(place);
  return harmless(before);
}

/** Checks what happened since a number of requests. */
async function harmless(before: number): Promise<string> {
  const { page, seen } = opened;
  const asked = seen.requests.slice(before).map((request) => request.url());
  const own = `${shown.vault().url}/`;
  expect(asked.filter((url) => url !== 'about:blank' && !url.startsWith(own))).toEqual([]);
  expect(asked.filter((url) => url.includes('stolen'))).toEqual([]);
  expect(ran).toEqual([]);
  expect(seen.dialogs).toEqual([]);
  expect(seen.violations).toEqual([]);
  expect(seen.errors).toEqual([]);
  const { harm, elements, text } = await page.evaluate(harmIn);
  expect(harm).toEqual([]);
  expect(elements).toBeLessThan(MOST_ELEMENTS);
  return text;
}

test('there are many of them, and the vault takes them all', () => {
  expect(HOSTILE_KINDS.flat().length).toBeGreaterThanOrEqual(60);
  expect(new Set(ids).size).toBe(HOSTILE_NOTES.length);
});

test('what the tests look for is found where it is', async () => {
  await opened.go('#/');
  const { page } = opened;
  await page.evaluate(() => {
    const bad = document.createElement('a');
    bad.setAttribute('href', 'javascript:__ran()');
    document.querySelector('main')?.append(bad, document.createElement('iframe'));
  });
  expect((await page.evaluate(harmIn)).harm).toEqual(['A javascript:__ran()', 'an IFRAME']);
});

describe.each(HOSTILE_NOTES.map((note, at) => [note.what, note, at] as const))(
  '%s',
  (_, note, at) => {
    test('is shown as text in the note and in its history', async () => {
      const text = await safely(`#/note/${ids[at]}`);
      expect(text).toContain(wordOf(at));
      if (note.shows !== undefined) expect(text).toContain(shownAs(note.shows));
      if (note.title !== undefined) expect(text).toContain(shownAs(startOf(note.title)));
      expect(text).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    });

    test('is shown as text where a search finds it', async () => {
      const before = opened.seen.requests.length;
      await opened.move(`/search?q=${wordOf(at)}`);
      const hits = opened.page.locator('main [data-row]', { hasText: wordOf(at) });
      await hits.first().waitFor();
      expect(await hits.count()).toBe(1);
      await harmless(before);
    });
  },
);

test.each([
  '#/',
  '#/search?q=ran',
  '#/search?q=x',
  '#/inbox',
  '#/inbox/look-again',
  '#/sessions',
  '#/prompts',
  '#/project/hostile',
  '#/project/hostile/conventions',
  '#/trust',
])('lists with all of them show text: %s', async (place) => {
  expect((await safely(place)).length).toBeGreaterThan(100);
});

test.each(HOSTILE_NOTES.filter(({ project }) => project !== undefined))(
  'the project of "$what" is shown as text',
  async ({ project = '' }) => {
    const text = await safely(`#/project/${encodeURIComponent(project)}`);
    expect(text).toContain(shownAs(startOf(project)));
    await safely(`#/project/${encodeURIComponent(project)}/conventions`);
  },
);

test.each([
  '#/search?q=%3Cimg+src%3Dx+onerror%3D__ran()%3E',
  '#/note/<script>__ran()</script>',
  '#/%E0%A4%A',
  '#/login?to=javascript:__ran()',
  '#/login?to=//127.0.0.1:9/stolen',
])('an address cannot be used against its reader: %s', async (place) => {
  await safely(place, opened.go);
});
