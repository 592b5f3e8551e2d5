import { fileURLToPath } from 'node:url';
import { Session } from '../scripts/load/answers.js';
import { client } from '../scripts/load/client.js';
import { inTemporaryVault } from '../scripts/load/inTemporaryVault.js';
import { freePort, startProcess } from '../scripts/load/serverProcess.js';
import { commits } from './commits.js';
import { measure } from './measure.js';
import { digits, table } from './table.js';

const CONNECTIONS = [1, 16, 64];
const SECONDS = 5;
const CEILING_SECONDS = 3;
const NOOP = fileURLToPath(new URL('noopServer.ts', import.meta.url));
const PATH = '/api/v1/observations';

/** Saves a second, beside what the same client gets from servers that store nothing. */
export async function saves(signal: AbortSignal): Promise<string> {
  const port = await freePort();
  const noop = await startProcess(['--import', 'tsx', NOOP, String(port)], {
    env: process.env,
    ready: `http://127.0.0.1:${port}/healthz`,
    signal,
  });
  try {
    return await inTemporaryVault(async ({ start }) => {
      const { url } = await start();
      const project = 'bench';
      const started = await client({ url }).call('POST', '/api/v1/sessions', Session, { project });
      const save = nextSave(project, started.body.id);
      const health = () => ({ path: '/healthz' });
      const common = { signal, connections: 16, seconds: 1 };
      // Both servers and this client are compiled to machine code first.
      await measure({ ...common, url, method: 'POST', next: save });
      await measure({ ...common, url: noop.url, method: 'POST', next: save });
      await measure({ ...common, url, next: health });

      const rows: string[][] = [];
      for (const connections of CONNECTIONS) {
        const ceiling = { signal, connections, seconds: CEILING_SECONDS };
        const get = await measure({ ...ceiling, url, next: health });
        const post = await measure({ ...ceiling, url: noop.url, method: 'POST', next: save });
        const before = await commits(url);
        const saved = await measure({
          ...ceiling,
          seconds: SECONDS,
          url,
          method: 'POST',
          next: save,
        });
        const after = await commits(url);
        rows.push([
          String(connections),
          ...[saved.perSecond, saved.p50, saved.p99].map(digits),
          digits((after.commits - before.commits) / (after.stored - before.stored)),
          ...[post.perSecond, post.p50, post.p99].map(digits),
          digits(saved.perSecond / post.perSecond),
          ...[get.perSecond, get.p50, get.p99].map(digits),
          digits(saved.perSecond / get.perSecond),
          String(saved.failed + post.failed + get.failed),
        ]);
      }
      return table(HEAD, rows);
    }, signal);
  } finally {
    await noop.stop();
  }
}

const HEAD = [
  ...['connections', 'saves/s', 'p50 ms', 'p99 ms', 'commits/save'],
  ...['no-op POST/s', 'p50', 'p99', 'ratio'],
  ...['healthz/s', 'p50', 'p99', 'ratio', 'failed'],
];

/** Each save has another content, so that dedup finds none and each is stored. */
function nextSave(project: string, session_id: string) {
  let n = 0;
  return () => {
    n += 1;
    const note = {
      title: `Retry card payments with an idempotency key (${n})`,
      content: `${n}: the gateway times out after it has charged. Send the same key on every retry, and keep it with the order until the gateway has settled; a second key would charge a second time.`,
      type: 'decision',
      tags: ['payments', 'retries'],
      author: 'ada',
    };
    return { path: PATH, body: JSON.stringify({ ...note, project, session_id }) };
  };
}
