import { once } from 'node:events';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { freePort } from '../../../tools/server/serverProcess.js';
import { endWriter } from '../endWriter.js';
import type { World } from '../world.js';

/** A state of the vault in which an agent has to go on. */
export interface Trouble {
  /** What the vault does, as the end of a sentence. */
  readonly vault: string;
  /** Makes it so. What it resolves with makes it well again. */
  begin(world: World): Promise<() => Promise<void>>;
}

export const HANGS: Trouble = {
  vault: 'hangs (SIGSTOP)',
  async begin({ service }) {
    const { pid } = service();
    process.kill(pid, 'SIGSTOP');
    return async () => void process.kill(pid, 'SIGCONT');
  },
};

export const TROUBLES: readonly Trouble[] = [
  {
    vault: 'is stopped and may be started',
    async begin({ home, restart }) {
      await endWriter(home.data);
      return async () => {
        await endWriter(home.data);
        await restart();
      };
    },
  },
  {
    vault: 'is stopped and cannot start, because a file has the place of its directory',
    async begin({ home, restart }) {
      await endWriter(home.data);
      const aside = `${home.data}-aside`;
      renameSync(home.data, aside);
      writeFileSync(home.data, '');
      return async () => {
        rmSync(home.data);
        renameSync(aside, home.data);
        await restart();
      };
    },
  },
  HANGS,
  {
    vault: 'answers 500 to everything',
    async begin({ home, service }) {
      const broken = createServer((request, response) => {
        request.resume();
        response.writeHead(500).end();
      });
      const port = await freePort();
      broken.listen(port, '127.0.0.1');
      await once(broken, 'listening');
      // The service goes on and holds its directory, but whoever looks for it finds the broken one.
      const file = join(home.data, 'service.json');
      const text = readFileSync(file, 'utf8');
      writeFileSync(file, text.replace(service().url, `http://127.0.0.1:${port}`));
      return async () => {
        writeFileSync(file, text);
        broken.close();
        broken.closeAllConnections();
        await once(broken, 'close');
      };
    },
  },
];
