// The ceiling for saves, run as a process of its own: the service's own HTTP server with every hook, limit,
// parser and schema, over commands that keep nothing. Its settings are the environment, as for the service.
import { once } from 'node:events';
import type { Executor } from '../src/commands/executor.js';
import { built } from './built.js';

const { openApp } = await built<typeof import('../src/app/app.js')>('app.js');
const { readConfig } = await built<typeof import('../src/config/config.js')>('config.js');
const { buildServer } = await built<typeof import('../src/http/server.js')>('http/server.js');

const ID = '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0';
const config = readConfig(process.env);
const app = await openApp(config);
let position = 0;
const noop: Executor = {
  ...app.executor,
  async execute(_command, _input, _asked) {
    // As after a commit: the answer comes in another turn of the event loop.
    await new Promise((done) => setImmediate(done));
    position += 1;
    // Only saves are sent here, and nothing of the state of a note gets into their answer.
    return { appended: true, key: ID, state: undefined as never, position, at: 0 };
  },
};
const server = await buildServer({ ...app, executor: noop });
await server.listen({ host: config.host, port: config.port });
await once(process, 'SIGTERM');
await server.close();
await app.close();
