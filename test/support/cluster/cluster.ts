import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newSigningKey } from '../../../src/proof/signingKey.js';
import type { PostgresServer } from '../../../tools/postgres/postgresServer.js';
import { type NodeProcess, nodeProcess } from './nodeProcess.js';
import { type PostgresPair, postgresPair } from './postgresPair.js';
import { type TcpProxy, tcpProxy } from './tcpProxy.js';

/** A primary, a standby, and nodes that reach both through a network of which each connection can fail. */
export interface Cluster {
  readonly directory: string;
  readonly pair: PostgresPair;
  readonly nodes: readonly ClusterNode[];
  /** The settings of another node that reaches the servers without a fault. */
  settings(): Readonly<Record<string, string>>;
  /** Leaves the files where they are when it is stopped. */
  keep(): void;
  /** Ends all, and removes all files. */
  stop(): Promise<void>;
}

export interface ClusterNode extends NodeProcess {
  /** Its way to each of the two servers. */
  readonly ways: readonly TcpProxy[];
}

export interface ClusterOptions {
  readonly nodes: number;
  /** By default true. Otherwise no commit waits for the standby, and the nodes put up with that. */
  readonly isSynchronous?: boolean;
  /** URLs of modules that nodes load before their own. */
  readonly preload?: readonly string[];
}

/** How long a node answers reads without having heard from the shared log. */
export const MAX_LAG_MS = 2000;
/** Nodes whose clocks are right, an hour ahead, and an hour behind. */
const CLOCKS_AHEAD = [0, 3_600_000, -3_600_000];
/** No server listens there. */
const NOWHERE = 1;

/** Starts it all, and waits until every node is ready. */
export async function startCluster({
  nodes: count,
  isSynchronous = true,
  preload = [],
}: ClusterOptions): Promise<Cluster> {
  const directory = mkdtempSync(join(tmpdir(), 'memory-vault-nodes-'));
  const places: (PostgresServer | undefined)[] = [undefined, undefined];
  const ways: (readonly TcpProxy[])[] = [];
  const nodes: ClusterNode[] = [];

  /** Each server stays where it is; a new one comes to where the lost one was. */
  function onChange(primary: PostgresServer, standby: PostgresServer | undefined): void {
    const servers = [primary, ...(standby ? [standby] : [])];
    for (const [i, server] of places.entries())
      if (server && !servers.includes(server)) places[i] = undefined;
    for (const server of servers)
      if (!places.includes(server)) places[places.indexOf(undefined)] = server;
    for (const way of ways) for (const [i, proxy] of way.entries()) lead(proxy, i);
  }
  const lead = (proxy: TcpProxy, place: number) => {
    proxy.target = places[place]?.port ?? NOWHERE;
  };

  const secrets = {
    VAULT_LOG_DURABILITY: isSynchronous ? 'replicated' : 'single',
    VAULT_MAX_LAG: `${MAX_LAG_MS}ms`,
    VAULT_TOKEN_SECRET: 'the token secret of all nodes',
    VAULT_CHECKPOINT_KEY: newSigningKey('memory-vault/nodes'),
  };
  const logAt = (ports: readonly number[]) =>
    `postgres://vault_node@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/vault?sslmode=disable`;

  async function addNode(nth: number): Promise<void> {
    const way = await Promise.all(places.map(() => tcpProxy(NOWHERE)));
    ways.push(way);
    for (const [i, proxy] of way.entries()) lead(proxy, i);
    const name = `node-${nth + 1}`;
    const node = nodeProcess({
      name,
      directory: join(directory, name),
      preload,
      clockAhead: CLOCKS_AHEAD[nth % CLOCKS_AHEAD.length] ?? 0,
      settings: { ...secrets, VAULT_LOG: logAt(way.map(({ port }) => port)) },
    });
    nodes.push({ ...node, ways: way });
  }

  let pair: PostgresPair | undefined;
  let keeps = false;
  async function stop(): Promise<void> {
    await Promise.all(nodes.map((node) => node.end('SIGKILL')));
    for (const way of ways) for (const proxy of way) proxy.close();
    await pair?.stop();
    if (!keeps) rmSync(directory, { recursive: true, force: true });
  }

  try {
    const started = await postgresPair({ isSynchronous, onChange });
    pair = started;
    for (let nth = 0; nth < count; nth++) await addNode(nth);
    for (const node of nodes) node.start();
    await Promise.all(nodes.map((node) => node.ready(START_MS)));
    return {
      directory,
      pair: started,
      nodes,
      stop,
      keep() {
        keeps = true;
        for (const node of nodes) writeFileSync(`${node.directory}.output`, node.output());
      },
      settings: () => ({
        ...secrets,
        VAULT_LOG: logAt(places.flatMap((server) => (server ? [server.port] : []))),
      }),
    };
  } catch (error) {
    for (const node of nodes) console.error(node.output());
    await stop();
    throw error;
  }
}

const START_MS = 60_000;
