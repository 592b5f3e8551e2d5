import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/runHere.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const around = (dataDir: string) => ({
  env: { VAULT_DATA_DIR: dataDir, HOME: temporaryDirectory(), VAULT_PORT: '1' },
  columns: 80,
});

test('in a terminal, memory-vault alone says what to type, and where a service runs', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const before = await runHere([], around(dataDir));
  expect(before.stdout).toContain('No service runs here');
  expect(before.stdout).toContain('memory-vault serve');
  const { url } = await serviceHere(dataDir);
  const after = await runHere([], around(dataDir));
  expect(after).toMatchObject({ code: 0, stderr: '' });
  expect(after.stdout).toContain(`Memory Vault is at ${url}`);
});

test('serve beside a service says where that is, and how to take its place', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await serviceHere(dataDir);
  const { code, stderr } = await runHere(['serve'], around(dataDir));
  expect(code).toBe(1);
  expect(stderr).toContain(`That service answers at ${url}. Use it as it is`);
  expect(stderr).toContain('type memory-vault stop first');
});
