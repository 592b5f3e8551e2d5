import { z } from 'zod';
import { Rejection } from '../../domain/rejection.js';
import { optional } from '../../domain/text.js';
import { VerifyStatus } from '../../maintenance/verification.js';
import { VerifyReport } from '../../maintenance/verifyReport.js';
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
    'Reads the whole log from disk and checks every payload, hash, guard and page; then compares the read models ' +
    'with a replay. Saves go on.',
  access: 'admin',
  act: 'verify',
  query: z.strictObject({
    wait: optional(z.enum(['0', '1'])).meta({
      description: '0 answers at once; the verification goes on.',
    }),
  }),
  answers: {
    200: {
      description: 'The report.',
      content: VerifyReport,
      example: {
        ok: true,
        events: 2,
        head: 2,
        hash: EXAMPLES.hash,
        problems: [],
        more: 0,
        views_compared: true,
        views_at: 2,
        seconds: 0.01,
      },
    },
    202: {
      description: 'It has begun; `GET /admin/operations` shows its progress.',
      content: VerifyStatus,
      example: { state: 'verifying', done: 0, total: 0 },
    },
  },
  async handle({ app, query, reply }) {
    const report = app.audit.verify();
    if (query.wait !== '0') return report;
    report.catch((error) => {
      // Only of the stop of the service; nobody has to be told of that.
      if (!(error instanceof Rejection)) app.reporter.report(error);
    });
    reply.code(202);
    return app.audit.verifyStatus();
  },
});
