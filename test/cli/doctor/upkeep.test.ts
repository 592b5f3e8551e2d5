import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readUpkeep } from '../../../src/maintenance/upkeep.js';
import { runCli } from '../../support/service.js';
import { serviceHere } from '../../support/serviceHere.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';
import { ADMIN_KEY } from '../../support/testApp.js';

test('a verification by the command or the service, and a backup, are noted', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await serviceHere(dataDir);
  await runCli(['verify'], dataDir);
  const { verified } = readUpkeep(dataDir);
  expect(verified).toMatchObject({ ok: true });
  const headers = { 'x-admin-key': ADMIN_KEY };
  await fetch(`${url}/admin/log/verify`, { method: 'POST', headers });
  expect(readUpkeep(dataDir).verified?.at).toBeGreaterThan(verified?.at ?? 0);
  await runCli(['backup', join(temporaryDirectory(), 'copy.db')], dataDir);
  expect(readUpkeep(dataDir)).toMatchObject({ verified: { ok: true }, backedUp: {} });
});
