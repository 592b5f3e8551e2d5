import type { Block, Inline, Row } from '../../web/markdown/tokens.js';

/** How a page leads to others, and to pictures. */
export interface Leads {
  /** The address of a link; undefined where its text has to do. */
  link(target: string): string | undefined;
  /** The HTML of a picture. */
  picture(target: string, alt: string): string;
}

export const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** The words of a line, without their marks. */
export function plainOf(inline: readonly Inline[]): string {
  return inline.map((one) => ('text' in one ? one.text : plainOf(one.inline))).join('');
}

/** Makes the anchors of one page as the forges of repositories do: `What it costs` is `what-it-costs`, the second `…-1`. */
export function anchors(): (title: string) => string {
  const seen = new Map<string, number>();
  return (title) => {
    const bare = title
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '');
    const anchor = bare.replaceAll(' ', '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  };
}

/** The HTML of a page's text. Each heading asks once for its anchor, in their order. */
export function blockHtml(
  blocks: readonly Block[],
  leads: Leads,
  anchorOf: (title: string) => string,
): string {
  const inlineHtml = (inline: readonly Inline[]): string => inline.map(one).join('');
  const one = (part: Inline): string => {
    switch (part.kind) {
      case 'text':
        return escaped(part.text);
      case 'code':
        return `<code>${escaped(part.text)}</code>`;
      case 'em':
        return `<em>${inlineHtml(part.inline)}</em>`;
      case 'strong':
        return `<strong>${inlineHtml(part.inline)}</strong>`;
      case 'strike':
        return `<del>${inlineHtml(part.inline)}</del>`;
      case 'image':
        return leads.picture(part.target, plainOf(part.inline));
      case 'link': {
        const href = leads.link(part.target);
        const text = inlineHtml(part.inline) || escaped(part.target);
        return href === undefined ? text : `<a href="${escaped(href)}">${text}</a>`;
      }
    }
  };
  const cells = (row: Row, cell: 'th' | 'td') => {
    // A heading without words heads nothing.
    const tagOf = (inline: readonly Inline[]) => (plainOf(inline) === '' ? 'td' : cell);
    const shown = row.map((inline) => {
      const tag = tagOf(inline);
      return `<${tag}>${inlineHtml(inline)}</${tag}>`;
    });
    return `<tr>${shown.join('')}</tr>`;
  };
  const block = (part: Block): string => {
    switch (part.kind) {
      case 'heading': {
        const id = escaped(anchorOf(plainOf(part.inline)));
        return `<h${part.level} id="${id}">${inlineHtml(part.inline)}</h${part.level}>`;
      }
      case 'paragraph':
        return `<p>${inlineHtml(part.inline)}</p>`;
      case 'code': {
        // What scrolls has to be reachable by keyboard.
        const code = `<pre tabindex="0"><code>${escaped(part.text)}</code></pre>`;
        // Forges draw it. Here, its text around it says the same.
        return part.language === 'mermaid'
          ? `<details><summary>A diagram, as text</summary>${code}</details>`
          : code;
      }
      case 'quote':
        return `<blockquote>${part.blocks.map(block).join('\n')}</blockquote>`;
      case 'list': {
        const tag = part.start === undefined ? 'ul' : 'ol';
        const start = part.start === undefined || part.start === 1 ? '' : ` start="${part.start}"`;
        const items = part.items.map(({ blocks: inside }) => `<li>${item(inside)}</li>`);
        return `<${tag}${start}>${items.join('\n')}</${tag}>`;
      }
      case 'table': {
        const isBare = part.head.every((cell) => plainOf(cell) === '');
        const head = isBare ? '' : `<thead>${cells(part.head, 'th')}</thead>`;
        const rows = part.rows.map((row) => cells(row, 'td')).join('\n');
        return `<div class="scroll" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>`;
      }
      case 'rule':
        return '<hr>';
    }
  };
  /** A short item is no paragraph. */
  const item = (inside: readonly Block[]): string => {
    const [first, ...more] = inside;
    if (first?.kind !== 'paragraph') return inside.map(block).join('\n');
    return [inlineHtml(first.inline), ...more.map(block)].join('\n');
  };
  return blocks.map(block).join('\n');
}
