import { fileURLToPath } from 'node:url';
import { freePort, startProcess } from '../../tools/server/serverProcess.js';
import type { Turn } from './dataset.js';
import type { Engine } from './engine.js';

/** Plain OR in a process of its own. */
export interface PlainOrProcess {
  readonly engine: Engine;
  /** The CPU time that the process has used. */
  cpuSeconds(): Promise<number>;
}

export interface PlainOrOptions {
  /** Hits to ask for, at most. */
  readonly k: number;
  readonly signal?: AbortSignal | undefined;
}

const SERVER = fileURLToPath(new URL('plainOrServer.ts', import.meta.url));

/** Does `work` with plain OR on these turns, in a process that ends with it. */
export async function withPlainOr<T>(
  turns: readonly Turn[],
  { k, signal }: PlainOrOptions,
  work: (plainOr: PlainOrProcess) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const { url, stop } = await startProcess(['--import', 'tsx', SERVER], {
    env: { ...process.env, PORT: String(port) },
    ready: `http://127.0.0.1:${port}/readyz`,
    signal,
  });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, ...(signal && { signal }) });
  try {
    await load(call, turns, k);
    const cpuSeconds = async () => Number(await (await call('/cpu')).text());
    return await work({ engine: engineOf(call, turns), cpuSeconds });
  } finally {
    // A failure to stop must not hide why the work failed.
    await Promise.allSettled([stop()]);
  }
}

type Call = (path: string, init?: RequestInit) => Promise<Response>;

async function load(call: Call, turns: readonly Turn[], k: number): Promise<void> {
  // The ids of a file need not be unique: the place of a turn is.
  const placed = turns.map((turn, place) => ({ ...turn, id: String(place) }));
  const response = await call('/turns', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ turns: placed, k }),
  });
  if (!response.ok) throw new Error(`plain OR could not be loaded: ${await response.text()}`);
}

function engineOf(call: Call, turns: readonly Turn[]): Engine {
  return {
    name: 'plain OR',
    async ask({ text, project }) {
      const query = new URLSearchParams({ text, ...(project !== undefined && { project }) });
      const response = await call(`/search?${query}`);
      if (!response.ok) return { turns: [], error: await response.text() };
      // The cast is safe: the answer is that of `plainOrServer.ts`.
      const hits = (await response.json()) as readonly Turn[];
      return { turns: hits.flatMap(({ id }) => turns[Number(id)] ?? []) };
    },
  };
}
