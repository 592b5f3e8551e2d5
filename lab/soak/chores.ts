import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../outside/ask.js';
import { command } from '../outside/service.js';
import type { Timed } from './traffic.js';

interface Chores {
  readonly url: string;
  readonly directory: string;
  readonly until: number;
  readonly signal: AbortSignal;
  readonly onAnswer: (timed: Timed) => void;
}

const PAUSE_MS = 10_000;
/** A chore reads everything. */
const CHORE_MS = 120_000;

/** What an operator does now and then, one thing after the other: export, backup, verification, rebuild. */
export async function doChores({ url, directory, until, signal, onAnswer }: Chores): Promise<void> {
  const copy = `${directory}-backup.db`;
  const chores: Readonly<Record<string, () => Promise<number | undefined>>> = {
    export: async () => (await ask(url, 'GET', '/admin/export', undefined, CHORE_MS))?.status,
    async backup() {
      const { code } = await command(['backup', copy], directory);
      rmSync(copy, { force: true });
      return code === 0 ? 200 : 500;
    },
    verify: async () => (await ask(url, 'POST', '/admin/log/verify', undefined, CHORE_MS))?.status,
    rebuild: async () =>
      (await ask(url, 'POST', '/admin/projections/rebuild?wait=1', undefined, CHORE_MS))?.status,
  };
  for (;;) {
    for (const [what, chore] of Object.entries(chores)) {
      if (signal.aborted || performance.now() + PAUSE_MS >= until) return;
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {});
      const start = performance.now();
      onAnswer({ what, status: await chore(), ms: performance.now() - start });
    }
  }
}
