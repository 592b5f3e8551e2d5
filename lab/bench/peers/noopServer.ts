// The upper bound for saves, run as its own process: the service's HTTP server with every hook, limit, parser and
// schema, over commands that store nothing. It reads its settings from the environment, like the service.
import { once } from 'node:events';
import type { Executor } from '../../../src/commands/executor.js';
import { built } from '../built.js';

const { openApp } = await built<typeof import('../../../src/app/openApp.js')>('app/openApp.js');
const { readConfig } =
  await built<typeof import('../../../src/config/config.js')>('config/config.js');
const { buildServer } = await built<typeof import('../../../src/http/server.js')>('http/server.js');

const ID = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const config = readConfig(process.env);
const app = await openApp(config);
let position = 0;
const noop: Executor = {
  ...app.executor,
  async execute(_command, _input, _asked) {
    // Like after a commit, the answer comes in a later turn of the event loop.
    await new Promise((done) => setImmediate(done));
    position += 1;
    // Only saves are sent here, and nothing of the state of a note gets into their answer.
    return {
      appended: true,
      added: 1,
      key: ID,
      state: undefined as never,
      version: 1,
      position,
      at: 0,
    };
  },
};
const server = await buildServer({ ...app, executor: noop });
await server.listen({ host: config.host, port: config.port });
await once(process, 'SIGTERM');
await server.close();
await app.close();
