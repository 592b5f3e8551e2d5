import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openerOf } from '../../../src/cli/verbs/openVerb.js';
import { recordingPrograms } from '../../support/recordingPrograms.js';
import { runCli, startService } from '../../support/service.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

test('--print prints the address of the service and opens nothing', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await startService(dataDir);
  const programs = recordingPrograms({ 'xdg-open': '' });
  const { code, stdout } = await runCli(['open', '--print'], dataDir, { PATH: programs.bin });
  expect({ code, stdout }).toEqual({ code: 0, stdout: `${url}/llms.txt\n` });
  expect(programs.calls()).toEqual([]);
});

test.runIf(process.platform === 'linux')('the opener of the system gets the address', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await startService(dataDir);
  const programs = recordingPrograms({ 'xdg-open': '' });
  const path = `${programs.bin}:/usr/bin:/bin`;
  const { code } = await runCli(['open'], dataDir, { PATH: path });
  expect(code).toBe(0);
  // It goes on by itself.
  await expect.poll(() => programs.calls()).toEqual([`xdg-open ${url}/llms.txt`]);
});

test('a system without an opener still shows the address, and ends with 1', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  const { url } = await startService(dataDir);
  const { code, stdout, stderr } = await runCli(['open'], dataDir, { PATH: '/nowhere' });
  expect({ code, stdout }).toEqual({ code: 1, stdout: `${url}/llms.txt\n` });
  expect(stderr).toContain('open the address yourself');
});

test('without a service, --no-start ends with 5', async () => {
  const dataDir = join(temporaryDirectory(), 'vault');
  expect((await runCli(['open', '--no-start'], dataDir)).code).toBe(5);
});

test.each([
  ['linux', ['xdg-open', ['http://a/']]],
  ['darwin', ['open', ['http://a/']]],
  ['win32', ['cmd', ['/c', 'start', '""', 'http://a/']]],
] as const)('on %s', (platform, opener) => {
  expect(openerOf(platform, 'http://a/')).toEqual(opener);
});

test('an address cannot end the command of the shell on Windows', () => {
  expect(openerOf('win32', 'http://a/?b&calc')[1].at(-1)).toBe('http://a/?b^&calc');
});
