import { expect, test } from 'vitest';
import { commitAll, emptyRepository, git, write } from '../support/gitRepository.js';
import { hookMachine } from '../support/hookMachine.js';

const MESSAGE = {
  last_assistant_message: '## Key learnings\n- The till rounds down to whole cents',
};

test('a learning keeps the commit and the branch, without a secret in its name', async () => {
  const { vault, run } = await hookMachine();
  const cwd = emptyRepository();
  write(cwd, 'a.txt', 'a');
  const commit = commitAll(cwd);
  const learn = async () => run('claude-code', 'stop', { ...MESSAGE, cwd }, { passive: true });
  await learn();
  git(cwd, 'checkout', '-q', '-b', `token=${'abcdef0123456789'.repeat(2)}`);
  await learn();
  const sent = vault.received.filter(({ path }) => path === '/api/v1/observations');
  expect(sent.map(({ body }) => body.anchors)).toEqual([
    [{ commit, branch: 'main' }],
    [{ commit, branch: expect.stringContaining('[REDACTED]') }],
  ]);
});

test('a vault that knows no anchors gets the learning without them', async () => {
  const { vault, waiting, run } = await hookMachine();
  const cwd = emptyRepository();
  commitAll(cwd);
  vault.instead = ({ body }) => (body.anchors ? 'invalid_payload' : undefined);
  await run('claude-code', 'stop', { ...MESSAGE, cwd }, { passive: true });
  expect([...vault.notes.values()]).toHaveLength(1);
  expect(waiting()).toEqual([]);
});
