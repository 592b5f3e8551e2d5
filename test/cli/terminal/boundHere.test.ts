import { createClient } from 'memory-vault-client';
import { expect, test, vi } from 'vitest';
import { boundHere } from '../../../src/cli/terminal/project.js';
import { checkoutOf } from '../../support/checkoutOf.js';

test('a verb asks once which project it is in, and again where it binds it', async () => {
  vi.stubEnv('VAULT_PROJECT', '');
  vi.stubEnv('CLAUDE_PROJECT_DIR', checkoutOf('github.com/else/api'));
  const asked: unknown[] = [];
  const vault = createClient({
    url: 'http://vault.invalid',
    fetch: async (request) => {
      asked.push(await request.json());
      return Response.json({ repository: 'github.com/else/api', project: 'else/api' });
    },
  });
  for (const binds of [false, false, true, false])
    expect((await boundHere(vault, { binds }))?.project).toBe('else/api');
  expect(asked).toMatchObject([{ dry_run: true }, { dry_run: false }]);
});
