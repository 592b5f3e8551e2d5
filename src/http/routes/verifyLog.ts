import { VerifyReport } from '../../maintenance/verify.js';
import { route } from '../route.js';

export const verifyLogRoute = route({
  method: 'POST',
  path: '/admin/log/verify',
  operationId: 'verifyLog',
  tag: 'admin',
  summary: 'Verify the log',
  description:
    'Reads the whole log from disk, in a thread of its own, and checks every payload, hash, guard and page. Then it ' +
    'compares the read models with a replay. Saves go on meanwhile; texts forgotten meanwhile are wiped from the ' +
    'files afterwards.',
  access: 'admin',
  act: 'verify',
  answers: {
    200: {
      description: 'The report.',
      content: VerifyReport,
      example: {
        ok: true,
        events: 2,
        head: 2,
        hash: '0b'.repeat(32),
        problems: [],
        more: 0,
        views_compared: true,
        views_at: 2,
        seconds: 0.01,
      },
    },
  },
  errors: ['invalid_parameter', 'idempotency_mismatch'],
  handle: ({ app }) => app.audit.verify(),
});
