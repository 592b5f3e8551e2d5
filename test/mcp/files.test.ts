import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { workingCopyOf } from '../../src/checkout/workingCopy.js';
import { failureText } from '../../src/mcp/answer.js';
import { call } from '../../src/mcp/tool.js';
import { getTool } from '../../src/mcp/tools/get.js';
import { saveTool, updateTool } from '../../src/mcp/tools/save.js';
import { searchTool } from '../../src/mcp/tools/search.js';
import { commitAll, emptyRepository, write } from '../support/gitRepository.js';
import { listening } from '../support/listening.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';
import { testApp } from '../support/testApp.js';
import { vaultClient } from '../support/vaultClient.js';

const PAY = ['start();', 'charge(customer, key);', 'finish(customer);'].join('\n');

/** An agent that works in a repository, beside which its MCP server runs. */
async function agent() {
  const root = join(temporaryDirectory(), 'shop');
  mkdirSync(root);
  emptyRepository(root);
  write(root, 'src/pay.ts', PAY);
  const commit = commitAll(root, '2026-01-01');
  const { port } = await listening(await testApp());
  const vault = vaultClient(`http://127.0.0.1:${port}`);
  const project = { project: 'shop', source: 'worktree', root, folder: root } as const;
  const surroundings = { vault, project, workingCopy: workingCopyOf(project) };
  const save = (more: object) =>
    call(saveTool, { type: 'bugfix', title: 'Charges', content: 'Twice.', ...more }, surroundings);
  const anchorsOf = async (id = '') =>
    (await vault.GET('/api/v1/observations/{id}', { params: { path: { id } } })).data.anchors;
  return { root, commit, surroundings, save, anchorsOf };
}

test('a save keeps what its files say now, with commit and branch', async () => {
  const { commit, save, anchorsOf } = await agent();
  const { saved } = await save({ files: ['src/pay.ts:2'] });
  expect(await anchorsOf(saved)).toEqual([
    { path: 'src/pay.ts', lines: '2', hash: expect.any(String), commit, branch: 'main' },
  ]);
  const without = await save({ title: 'About no file' });
  expect(await anchorsOf(without.saved)).toEqual([{ commit, branch: 'main' }]);
  const short = await save({ title: 'About a short line', files: ['src/pay.ts:1'] });
  expect((await anchorsOf(short.saved))?.[0]).not.toHaveProperty('hash');
  const elsewhere = await save({ project: 'other', files: ['src/none.ts:2'] });
  expect(await anchorsOf(elsewhere.saved)).toEqual([{ path: 'src/none.ts', lines: '2' }]);
});

test('files that are not there are named, all of them, and nothing is saved', async () => {
  const { save, surroundings } = await agent();
  await expect(save({ files: ['src/none.ts', 'src/pay.ts:9'] })).rejects.toThrow(
    /src\/none\.ts[\s\S]*src\/pay\.ts/,
  );
  const said = await save({ files: ['src/none.ts'] }).catch(failureText);
  expect(said).toMatch(/, or in full\.\nCorrect/);
  expect(await call(searchTool, { query: 'charges' }, surroundings)).not.toHaveProperty('recalled');
});

test('search and get say that the text has drifted, and since when; an update mends it', async () => {
  const { root, save, surroundings } = await agent();
  const { saved = '' } = await save({ files: ['src/pay.ts:2-3'] });
  const row = async () => (await call(searchTool, { query: 'charges' }, surroundings)).recalled;
  const whole = async () => (await call(getTool, { ids: [saved] }, surroundings)).recalled;
  expect(await row()).not.toContain('drifted');
  expect(await whole()).toContain('about src/pay.ts:2-3');
  expect(await whole()).toContain('(fresh)');
  write(root, 'src/pay.ts', `// A line above.\n${PAY}`);
  expect(await whole()).toContain('(fresh, now at lines 3-4)');
  write(root, 'src/pay.ts', PAY.replace('key', 'otherKey'));
  const commit = commitAll(root, '2026-02-03');
  expect(await row()).toMatch(/Charges ~\d+t drifted/);
  expect(await whole()).toContain(`(drifted since ${commit.slice(0, 7)} of 2026-02-03)`);
  await call(updateTool, { id: saved, files: ['src/pay.ts:2-3'] }, surroundings);
  expect(await row()).not.toContain('drifted');
  await call(updateTool, { id: saved, files: [] }, surroundings);
  expect(await whole()).not.toContain('about src');
});
