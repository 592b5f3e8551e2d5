import { z } from 'zod';
import { Count } from '../../queries/counts.js';
import { route } from '../route.js';

const LogSummary = z
  .object({
    events: Count,
    head: Count.meta({ description: 'Position of the last event; 0 when there is none.' }),
    hash: z.string().meta({ description: 'The hash of the chain at the head, in hex.' }),
    erased: Count.meta({ description: 'Events that lost their payload, redacted ones included.' }),
    bytes: Count.meta({ description: 'Size of log.db with its write-ahead log.' }),
  })
  .meta({ id: 'LogSummary', description: 'The log in numbers.' });

export const logRoute = route({
  method: 'GET',
  path: '/admin/log',
  operationId: 'getLog',
  tag: 'admin',
  summary: 'Get the state of the log',
  description: 'How long the log is, where its chain has arrived, and what was erased from it.',
  access: 'admin',
  answers: {
    200: {
      description: 'The state.',
      content: LogSummary,
      example: { events: 2, head: 2, hash: '9f'.repeat(32), erased: 0, bytes: 131_072 },
    },
  },
  errors: [],
  async handle({ app }) {
    const erased = await app.log.erased();
    const { position, hash } = await app.log.head();
    const { log: bytes } = app.databaseBytes();
    return { events: position, head: position, hash: hash.toString('hex'), erased, bytes };
  },
});
