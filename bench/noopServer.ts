// The ceiling for saves, run as a process of its own: reads and validates what a save sends, keeps nothing.
// Takes the port as its argument.
import { once } from 'node:events';
import fastify from 'fastify';
import { SaveObservation } from '../src/commands/saveObservation.js';

const server = fastify();
server.post('/api/v1/observations', (request) => {
  SaveObservation.parse(request.body);
  return { id: '01KA5ZJ3M4T6V8X0Y2Z4A6C8E0' };
});
server.get('/healthz', () => ({ status: 'ok' }));
await server.listen({ host: '127.0.0.1', port: Number(process.argv[2]) });
await once(process, 'SIGTERM');
await server.close();
