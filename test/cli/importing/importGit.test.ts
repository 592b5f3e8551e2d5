import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { IMPORT_WAYS } from '../../support/importWays.js';
import { verbVault } from '../../support/verbVault.js';

const vault = verbVault();

async function imported(root: string, ...options: string[]) {
  const { code, stdout, stderr } = await vault.piped(['import', 'git', root, ...options]);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const inbox = async () => {
  const { data } = await vault.client().GET('/api/v1/inbox', { params: { query: {} } });
  return data;
};

test('a history waits in the inbox, and comes no second time, whatever was decided about it', async () => {
  const root = (await IMPORT_WAYS.git?.make()) ?? '';
  expect(await imported(root, '--dry-run')).toMatchObject({ source: 'git', read: 3, stored: 2 });
  expect(await inbox()).toEqual([]);

  expect(await imported(root, '--yes')).toMatchObject({ read: 3, stored: 2, skipped: 1 });
  const [first, second] = await inbox();
  expect([first?.project, second?.project]).toEqual([basename(root), basename(root)]);
  expect(await imported(root, '--yes')).toMatchObject({ stored: 0, revised: 0, same: 2 });

  await vault.piped(['accept', first?.id ?? '']);
  await vault.piped(['refuse', second?.id ?? '']);
  expect(await imported(root, '--yes')).toMatchObject({
    stored: 0,
    revised: 0,
    same: 1,
    refused: 1,
    left_out: expect.arrayContaining([
      expect.objectContaining({ reason: expect.stringContaining('was forgotten here') }),
    ]),
  });
  expect(await inbox()).toEqual([]);
});

test('a folder without a repository says so', async () => {
  const { code, stderr } = await vault.piped([
    'import',
    'git',
    vault.dataDir,
    '--project',
    'a',
    '--dry-run',
  ]);
  expect({ code, stderr }).toMatchObject({
    code: expect.any(Number),
    stderr: expect.stringContaining('is in no Git repository'),
  });
  expect(code).not.toBe(0);
});
