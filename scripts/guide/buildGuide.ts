// Bundled and run by `scripts/page.mjs`: it makes the guide that the service shows at `/docs/guide` from the pages of `docs`.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { escaped } from './blockHtml.js';
import { guidePage } from './guidePage.js';
import { addressOf, GUIDE, linkOf, pictureOf, ROOT_PAGES } from './guidePages.js';

const INDEX = 'index';

/**
 * Writes each page of the repository at `root` into the folder `out`, and the pictures that pages show. The index is `index.html`,
 * another page has the path of its address: `agents.html`. `style` is the address of the style sheet.
 */
export function buildGuide(root: string, out: string, style: string): void {
  const docs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(sep).join('/')}`);
  const pages = [...docs, ...ROOT_PAGES];
  const there = new Set(pages);
  const pictures = new Set<string>();
  const made = pages.map((page) => {
    const leads = {
      link: (target: string) => linkOf(page, target, there),
      picture(target: string, alt: string) {
        const light = pictureOf(page, target);
        if (light === undefined || !existsSync(join(root, 'docs', light)))
          throw new Error(`${page}: ${target} is no picture of the docs`);
        const dark = light.replace(/(?=\.\w+$)/, '-dark');
        const hasDark = existsSync(join(root, 'docs', dark));
        for (const one of hasDark ? [light, dark] : [light]) pictures.add(one);
        const image = `<img src="${GUIDE}/${light}" alt="${escaped(alt)}" loading="lazy">`;
        if (!hasDark) return image;
        return `<picture><source media="(prefers-color-scheme: dark)" srcset="${GUIDE}/${dark}">${image}</picture>`;
      },
    };
    const text = readFileSync(join(root, page), 'utf8');
    const name = addressOf(page).slice(GUIDE.length + 1) || INDEX;
    return { name, html: guidePage(text, leads, style) };
  });
  for (const picture of pictures) {
    const file = join(out, picture);
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(root, 'docs', picture), file);
  }
  // The index last: `ready.mjs` takes the guide for whole where it has one.
  const isIndex = ({ name }: { readonly name: string }) => name === INDEX;
  for (const { name, html } of [...made.filter((one) => !isIndex(one)), ...made.filter(isIndex)]) {
    const file = join(out, `${name}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
}
