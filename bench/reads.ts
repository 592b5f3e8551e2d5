import { client } from '../scripts/load/client.js';
import { inTemporaryVault } from '../scripts/load/inTemporaryVault.js';
import { loadNotes } from '../scripts/load/loadNotes.js';
import { progressBar } from '../scripts/load/progressBar.js';
import type { Note } from '../scripts/load/readNotes.js';
import { loadSentence } from '../scripts/load/sentences.js';
import { measure } from './measure.js';
import { queries } from './queries.js';
import { digits, table } from './table.js';

const SECONDS = 2;

/** How long reads take on loaded notes, one at a time, beside a request that reads nothing. */
export async function reads(notes: readonly Note[], signal: AbortSignal): Promise<string> {
  return inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const { url } = await start();
    const bar = progressBar(notes.length);
    const vault = client({ url, adminKey, signal });
    const loaded = await loadNotes(vault, notes, bar).finally(() => bar.end());
    const rows: string[][] = [];
    let ceiling = Number.NaN;
    for (const [what, paths] of Object.entries(readsOf(notes))) {
      if (paths.length === 0) continue;
      const common = { signal, url, connections: 1, next: inTurn(paths) };
      await measure({ ...common, seconds: 1 });
      const { perSecond, p50, p99, failed } = await measure({ ...common, seconds: SECONDS });
      if (Number.isNaN(ceiling)) ceiling = p50;
      const times = [perSecond, p50, p99, p50 / ceiling].map(digits);
      rows.push([what, String(paths.length), ...times, String(failed)]);
    }
    const head = ['read', 'different', 'per second', 'p50 ms', 'p99 ms', 'p50/healthz', 'failed'];
    return `${loadSentence(loaded)}\n\n${table(head, rows)}`;
  }, signal);
}

/** Paths to ask for in turn, by what they measure; the ceiling comes first. */
function readsOf(notes: readonly Note[]): Readonly<Record<string, readonly string[]>> {
  const projects = [...new Set(notes.map(({ project }) => encodeURIComponent(project)))];
  const searches = Object.entries(queries(notes)).flatMap(([kind, made]) => [
    [`search, ${kind}`, made.map(({ q }) => `/api/v1/search?q=${encodeURIComponent(q)}`)] as const,
    [
      `search, ${kind}, in a project`,
      made.map(({ q, project }) => `/api/v1/search?${new URLSearchParams({ q, project })}`),
    ] as const,
  ]);
  return {
    healthz: ['/healthz'],
    ...Object.fromEntries(searches),
    'context, 20 notes': projects.map((name) => `/api/v1/context/${name}`),
    'context, 100 notes': projects.map((name) => `/api/v1/context/${name}?limit=100`),
    'timeline, 100 notes': projects.map((name) => `/api/v1/timeline/${name}?limit=100`),
    'timeline, 1,000 notes': projects.map((name) => `/api/v1/timeline/${name}`),
    summary: projects.map((name) => `/api/v1/summary/${name}`),
    stats: ['/api/v1/stats'],
  };
}

function inTurn(paths: readonly string[]) {
  let n = 0;
  return () => ({ path: paths[n++ % paths.length] ?? '/' });
}
