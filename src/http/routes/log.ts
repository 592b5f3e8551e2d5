import { z } from 'zod';
import { VerifyReport } from '../../maintenance/verify.js';
import { Count } from '../../queries/counts.js';
import { ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { route } from '../route.js';

const LogSummary = z
  .object({
    events: Count,
    head: Count.meta({ description: 'Position of the last event; 0 in an empty log.' }),
    hash: z.string().meta({ description: 'Hash of the last event and all before it, in hex.' }),
    erased: Count.meta({
      description: 'Events whose payload was erased or redacted.',
    }),
    bytes: Count.meta({ description: 'Size of log.db with its write-ahead log, in bytes.' }),
  })
  .meta({ id: 'LogSummary' });

export const logRoute = route({
  method: 'GET',
  path: '/admin/log',
  operationId: 'getLog',
  tag: 'admin',
  summary: 'Get the state of the log',
  access: 'admin',
  answers: ok('The state.', LogSummary, {
    events: 2,
    head: 2,
    hash: EXAMPLES.hash,
    erased: 0,
    bytes: 131_072,
  }),
  async handle({ app }) {
    const erased = await app.log.erased();
    const { position, hash } = await app.log.head();
    const { log: bytes } = app.databaseBytes();
    return { events: position, head: position, hash: hash.toString('hex'), erased, bytes };
  },
});

export const verifyLogRoute = route({
  method: 'POST',
  path: '/admin/log/verify',
  operationId: 'verifyLog',
  tag: 'admin',
  summary: 'Verify the log',
  description:
    'Reads the whole log from disk and checks every payload, hash, guard and page. Then it compares the read models ' +
    'with a replay. Saves go on meanwhile.',
  access: 'admin',
  act: 'verify',
  answers: ok('The report.', VerifyReport, {
    ok: true,
    events: 2,
    head: 2,
    hash: EXAMPLES.hash,
    problems: [],
    more: 0,
    views_compared: true,
    views_at: 2,
    seconds: 0.01,
  }),
  handle: ({ app }) => app.audit.verify(),
});
