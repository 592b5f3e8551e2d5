import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Filled } from '../../tools/page/fill/fillVault.js';
import type { OpenPage } from '../../tools/page/openPage.js';
import type { PageVault } from '../../tools/page/pageVault.js';
import { pictureOf } from './pictureOf.js';

const SIZE = { width: 1180, height: 450 } as const;
const QUESTION = 'Does each attempt to pay get a key of its own?';
const ANSWER =
  'No, one key per order: the key is the id of the order, and a second attempt is answered with the first. Ada decided that on ' +
  '9 November';

const COLORS = {
  light: { page: '#f6f7f7', box: '#17201e', text: '#e8eeec', soft: '#a5b4af', mark: '#5ed0b8' },
  dark: { page: '#111615', box: '#0a0e0d', text: '#e8eeec', soft: '#a5b4af', mark: '#5ed0b8' },
} as const;

/**
 * An agent that answers from a note, and beside it this note as `open` shows it, with its proof. What the tools say is what the vault
 * answers; the question and the last sentence are ours.
 */
export async function answerPicture(
  open: OpenPage,
  { successor, people }: Filled,
  vault: PageVault,
): Promise<Buffer> {
  const id = successor.slice(-8);
  const { hits, note } = await told(vault, people.ada.token, successor);
  await open.page.evaluate(leaveTextAndProof);
  const shown = await open.page.screenshot();
  const isDark = await open.page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const lines = [
    mark('>', QUESTION),
    '<br>',
    mark('●', 'memory_search {"query": "idempotency key"}'),
    ...hits.map((line) => soft(line)),
    '<br>',
    mark('●', `memory_get {"ids": ["${id}"]}`),
    ...note.map((line) => soft(line)),
    '<br>',
    `<p>${escaped(`${ANSWER} (${id}).`)}</p>`,
  ];
  const page = await open.page.context().newPage();
  await page.setViewportSize(SIZE);
  const { page: ground, box, text, soft: dim, mark: sign } = COLORS[isDark ? 'dark' : 'light'];
  await page.setContent(`<style>
    body { margin: 0; display: grid; grid-template-columns: 1fr 1fr; gap: 14px; padding: 14px; height: ${SIZE.height - 28}px; background: ${ground} }
    article { padding: 18px 20px; border-radius: 12px; background: ${box}; color: ${text};
      font: 13px/1.55 ui-monospace, "DejaVu Sans Mono", monospace; overflow: hidden }
    p { margin: 0 } .told { padding-left: 2ch; color: ${dim} } b { color: ${sign} }
    img { width: 100%; border-radius: 12px }
  </style><article>${lines.join('')}</article><img src="data:image/png;base64,${shown.toString('base64')}">`);
  await page.locator('img').evaluate((image: HTMLImageElement) => image.decode());
  const picture = await pictureOf(page);
  await page.close();
  return picture;
}

/** What the tools of the vault tell an agent of Ada: the hits about the note, and the note. */
async function told(vault: PageVault, token: string, id: string) {
  const client = new Client({ name: 'claude-code', version: '1' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${vault.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const call = async (name: string, args: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: args });
    const text = content.map((one) => (one.type === 'text' ? one.text : '')).join('\n');
    const [, inside = ''] = /<recalled \w+>[^\n]*\n([\s\S]*)<\/recalled/.exec(text) ?? [];
    return inside.trim().split('\n');
  };
  const project = 'checkout';
  const hits = await call('memory_search', { query: 'idempotency key', project });
  const [, ...note] = await call('memory_get', { ids: [id] });
  await client.close();
  const about = hits.filter((line) => line.includes(id.slice(-8)));
  if (about.length !== 2 || note.length !== 2)
    throw new Error(`the vault says ${hits} and ${note}`);
  return { hits: about, note };
}

/** Runs in the page: the other parts of the screen go. */
function leaveTextAndProof(): void {
  document.querySelector('header.top')?.remove();
  for (const part of document.querySelectorAll('main section, main .card')) {
    const title = part.querySelector('h2')?.textContent ?? '';
    if (title !== '' && !/^(Text|Proof)/.test(title)) part.remove();
  }
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const mark = (sign: string, text: string) => `<p><b>${escaped(sign)}</b> ${escaped(text)}</p>`;
const soft = (text: string) => `<p class="told">${escaped(text)}</p>`;
