import type { Bounds } from '../../web/markdown/bounds.js';
import { readBlocks } from '../../web/markdown/readBlocks.js';
import type { Block } from '../../web/markdown/tokens.js';
import { anchors, blockHtml, escaped, type Leads, plainOf } from './blockHtml.js';
import { GUIDE } from './guidePages.js';

/** Our own pages are read whole, however long they are. */
const NO_BOUNDS: Bounds = { part() {}, depth() {} };
/** With fewer parts, a page needs no list of them. */
const FEW_PARTS = 3;

/** A page of the docs as a document of HTML. `style` is the address of its style sheet. */
export function guidePage(markdown: string, leads: Leads, style: string): string {
  // A checkout on Windows may end its lines with both.
  const text = markdown.replaceAll('\r\n', '\n');
  const blocks = readBlocks(withoutHtml(text).split('\n'), NO_BOUNDS, 0);
  const headings = blocks.filter((block) => block.kind === 'heading');
  const title = headings[0] ? plainOf(headings[0].inline) : 'Guide';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escaped(title)} – Memory Vault</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
</head>
<body>
<a class="skip" href="#text">Skip to the text</a>
<header class="top">
<a class="brand" href="/">Memory Vault</a>
<nav aria-label="Guide"><a href="${GUIDE}">All pages</a><a href="/docs">API</a></nav>
</header>
<div class="columns">
${partsOf(headings)}
<main id="text">
${blockHtml(blocks, leads, anchors())}
</main>
</div>
</body>
</html>
`;
}

/** The list of a page's parts. */
function partsOf(headings: readonly Extract<Block, { kind: 'heading' }>[]): string {
  const anchorOf = anchors();
  const all = headings.map(({ level, inline }) => {
    const text = plainOf(inline);
    return { level, text, anchor: anchorOf(text) };
  });
  const parts = all.filter(({ level }) => level === 2);
  if (parts.length < FEW_PARTS) return '';
  const items = parts.map(
    ({ text, anchor }) => `<li><a href="#${escaped(anchor)}">${escaped(text)}</a></li>`,
  );
  return `<nav class="parts" aria-label="On this page"><ul>${items.join('\n')}</ul></nav>`;
}

/** Comments are left out. What a page says in HTML is a picture with one for dark colours: its light one is a link to both. */
function withoutHtml(markdown: string): string {
  return markdown
    .replaceAll(/<picture>[\s\S]*?<img src="([^"]+)" alt="([^"]*)">\s*<\/picture>/g, '![$2]($1)')
    .replaceAll(/^<!--(?:(?!-->)[\s\S])*-->\n/gm, '');
}
