import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.js';
import { BUILD } from '../config/version.js';
import { serviceUrl } from '../connect/serviceUrl.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { codedLine } from '../http/startupServer.js';
import { answerAt } from './answerAt.js';

interface Listening {
  /** Whether to take a free port where the one in the settings is in use. */
  readonly orFree: boolean;
  /** Called with the URL that reaches the server from this machine, before it says that it listens or answers anybody. */
  readonly onUrl: (url: string) => void;
}

/** Lets a server listen on the address in the settings. Throws `port_in_use` or `cannot_listen`. */
export async function listen(
  server: FastifyInstance,
  config: Config,
  { orFree, onUrl }: Listening,
): Promise<void> {
  server.server.once('listening', () => {
    // The cast is safe: it listens on a port, and not on a pipe.
    const { port } = server.server.address() as AddressInfo;
    onUrl(serviceUrl({ host: config.host, port }));
  });
  try {
    return await listenAt(server, config, config.port);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' && orFree) return listenAt(server, config, 0);
    const { host, port } = config;
    const about = { setting: 'VAULT_PORT', cause: error };
    if (code !== 'EADDRINUSE') {
      const said = `the service cannot listen on port ${port} of ${host}: ${message}`;
      throw new Diagnostic('cannot_listen', said, about);
    }
    const { isVault = false, version } = (await answerAt(config)) ?? {};
    const owner = isVault
      ? `another Memory Vault${version ? `, version ${version}` : ''}`
      : 'another program';
    const next = `stop it, or choose another port, such as VAULT_PORT=${(port % 65_535) + 1}`;
    const said = `port ${port} of ${host} is in use by ${owner}`;
    throw new Diagnostic('port_in_use', said, { ...about, next });
  }
}

async function listenAt(server: FastifyInstance, { host, dataDir }: Config, port: number) {
  await server.listen({
    host,
    port,
    listenTextResolver: (address) =>
      codedLine(
        'listening',
        `Memory Vault ${BUILD} listens on ${address} and keeps its data in ${dataDir}`,
      ),
  });
}
