import { createServer } from 'node:net';
import type { SharedVault } from '../../tools/cluster/sharedVault.js';
import { reasonOf } from '../../tools/reasonOf.js';
import { freePort, type ServerProcess } from '../../tools/server/serverProcess.js';

/** Three nodes that somebody plays with. */
export interface PlayedCluster {
  /** Starts the nodes. */
  start(): Promise<void>;
  /** What there is, and what to try. */
  introduction(): string;
  /** Does what a line says; see `HOW_TO_PLAY`. What goes wrong is said. */
  command(line: string): Promise<'go on' | 'quit'>;
  stop(): Promise<void>;
}

export const HOW_TO_PLAY = `Type, with Enter:
  k 2   kills node 2, without a warning
  s 2   starts node 2 again
  p     kills the primary of PostgreSQL, makes its standby the primary, and copies that to a new standby
  q     ends all (so does Ctrl-C)`;

const PORTS = [7437, 7438, 7439];

export function playedCluster(
  vault: SharedVault,
  say: (text: string) => void,
  signal: AbortSignal,
): PlayedCluster {
  const nodes = new Map<number, ServerProcess>();
  const ports = new Map<number, number>();

  async function startNode(number: number): Promise<void> {
    if (nodes.has(number)) return say(`node ${number} runs`);
    const port = ports.get(number) ?? (await portOf(number));
    ports.set(number, port);
    const node = await vault.startNode(`node-${number}`, { port, signal });
    nodes.set(number, node);
    say(`node ${number}: ${node.url} (pid ${node.pid})`);
  }

  async function killNode(number: number): Promise<void> {
    const node = nodes.get(number);
    if (!node) return say(`node ${number} does not run`);
    nodes.delete(number);
    await node.kill();
    say(`node ${number} was killed: the others go on. s ${number} starts it again`);
  }

  async function promote(): Promise<void> {
    const { cluster } = vault;
    if (!cluster) return say('there is no standby: this PostgreSQL has no pg_basebackup');
    await cluster.primary.crash();
    say('the primary was killed: saves wait');
    await cluster.promote();
    say('the standby is the primary now: saves wait until it has a standby of its own');
    await cluster.addStandby();
    say(`${serversOf(vault)}: saves go on`);
  }

  async function obey(line: string): Promise<void> {
    const [, what, digit] = /^\s*([ks])\s*([123])\s*$/.exec(line) ?? [];
    const number = Number(digit);
    if (what === 'k') await killNode(number);
    else if (what === 's') await startNode(number);
    else if (line.trim() === 'p') await promote();
    else if (line.trim() !== '') say(HOW_TO_PLAY);
  }

  return {
    async start() {
      say(serversOf(vault));
      for (const number of PORTS.keys()) await startNode(number + 1);
    },
    introduction() {
      const [one, two] = [1, 2].map((number) => `http://127.0.0.1:${ports.get(number)}`);
      const note = { title: 'From node 1', content: 'Saved on one node, read on another.' };
      const body = JSON.stringify({ ...note, type: 'learning', project: 'play' });
      return `key of the owner: ${vault.adminKey}
VAULT_LOG=${vault.log}

Save on one node, search on another:
  curl -s ${one}/api/v1/observations -H 'content-type: application/json' -d '${body}'
  curl -s '${two}/api/v1/search?q=another'
  curl -s ${two}/readyz
`;
    },
    async command(line) {
      if (line.trim() === 'q') return 'quit';
      try {
        await obey(line);
      } catch (error) {
        if (!signal.aborted) say(reasonOf(error));
      }
      return 'go on';
    },
    async stop() {
      await Promise.allSettled([...nodes.values()].map((node) => node.stop()));
    },
  };
}

function serversOf({ cluster, primary }: SharedVault): string {
  if (!cluster)
    return `PostgreSQL listens on port ${primary().port}. It has no pg_basebackup, so there is no standby`;
  return `PostgreSQL: the primary listens on port ${cluster.primary.port}, its standby on ${cluster.standby?.port}`;
}

/** The usual port of a node, or a free one where another program has that. */
async function portOf(number: number): Promise<number> {
  const usual = PORTS[number - 1];
  return usual !== undefined && (await isFree(usual)) ? usual : await freePort();
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
