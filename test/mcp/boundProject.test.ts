import { createClient } from 'memory-vault-client';
import { expect, test } from 'vitest';
import { boundProject } from '../../src/mcp/boundProject.js';

const CHOSEN = { project: 'api', repository: 'github.com/else/api' };

const answering = (status: number) =>
  createClient({
    url: 'http://vault.invalid',
    retry: { attempts: 1 },
    fetch: async () => Response.json({ status, code: 'x', detail: 'no' }, { status }),
  });

test('an older vault has the project under its short name', async () => {
  expect(await boundProject(answering(404), CHOSEN)).toEqual(CHOSEN);
});

test.each([401, 403, 429, 503])(
  'refused with %i, nothing goes to the project of another repository',
  async (status) => {
    await expect(boundProject(answering(status), CHOSEN, { binds: true })).rejects.toMatchObject({
      status,
    });
  },
);
