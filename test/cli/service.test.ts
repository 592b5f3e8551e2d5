import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { VERSION } from '../../src/config/version.js';
import { type RecordingPrograms, recordingPrograms } from '../support/recordingPrograms.js';
import { runHere } from '../support/runHere.js';
import { serviceHere } from '../support/serviceHere.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const UID = process.getuid?.();

/** Answers as the manager of a user does, with a service that is in the state given. */
const systemctl = (state = 'active') => `case "$2" in
  show) echo Version=252.38 ;;
  is-active) echo ${state}; [ ${state} = active ] ;;
esac`;
const launchctl = `[ "$1" != print ] || echo '	state = running'`;

/** From now on, this process believes that it runs on macOS. Gives the function that ends this. */
function asMac(): () => void {
  const { platform } = process;
  const believe = (value: string) => Object.defineProperty(process, 'platform', { value });
  believe('darwin');
  return () => void believe(platform);
}

/** A user of a machine with these programs. */
function user(
  programs: RecordingPrograms,
  { mac = false, env = {} as Record<string, string> } = {},
) {
  const home = temporaryDirectory();
  const file = join(
    home,
    mac ? 'Library/LaunchAgents/memory-vault.plist' : '.config/systemd/user/memory-vault.service',
  );
  const dataDir = join(home, 'vault');
  return {
    file,
    dataDir,
    programs,
    async service(...args: readonly string[]) {
      const own = { HOME: home, PATH: `${programs.bin}:/usr/bin:/bin`, VAULT_DATA_DIR: dataDir };
      const restore = mac ? asMac() : () => {};
      const { code, output } = await runHere(['service', ...args], { env: { ...own, ...env } });
      restore();
      return { code, output };
    },
  };
}

const TIMERS_ON =
  'systemctl --user enable --now memory-vault-backup.timer memory-vault-verify.timer';

test('install writes the unit, starts it and says what it did; a second time nothing changes', async () => {
  const { service, file, dataDir, programs } = user(recordingPrograms({ systemctl: systemctl() }));
  const first = await service('install');
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(`wrote ${file}`) });
  expect(first.output).toContain(dataDir);
  expect(first.output).toContain('loginctl enable-linger');
  expect(existsSync(dataDir)).toBe(true);
  expect(programs.calls()).toEqual([
    'systemctl --user show --property=Version',
    'systemctl --user daemon-reload',
    'systemctl --user enable --now memory-vault.service',
    'systemctl --user daemon-reload',
    TIMERS_ON,
  ]);
  const unit = readFileSync(file, 'utf8');
  const second = await service('install');
  expect(second).toMatchObject({ code: 0, output: expect.stringContaining('nothing changed') });
  expect(readFileSync(file, 'utf8')).toBe(unit);
});

test('install with other settings replaces its own unit and restarts the service', async () => {
  const programs = recordingPrograms({ systemctl: systemctl() });
  const env = { VAULT_TIER: 'community' };
  const one = user(programs, { env });
  await one.service('install');
  env.VAULT_TIER = 'teams';
  expect((await one.service('install')).code).toBe(0);
  expect(readFileSync(one.file, 'utf8')).toContain('Environment="VAULT_TIER=teams"');
  expect(programs.calls()).toContain('systemctl --user restart memory-vault.service');
});

test.each([
  ['systemd', { mac: false, programs: { systemctl: systemctl() } }],
  ['launchd', { mac: true, programs: { launchctl } }],
])('with %s a dry run shows the file and the commands and changes nothing', async (_name, one) => {
  const programs = recordingPrograms(one.programs);
  const { service, file, dataDir } = user(programs, one);
  const { code, output } = await service('install', '--dry-run');
  expect(code).toBe(0);
  expect(existsSync(dirname(file))).toBe(false);
  expect(existsSync(dataDir)).toBe(false);
  expect(programs.calls()).toEqual([]);
  await service('install');
  expect(output).toContain(`would write ${file}:\n\n${readFileSync(file, 'utf8')}`);
  // The first call only asks whether the manager is there.
  for (const call of programs.calls().slice(1)) expect(output).toContain(`\n  ${call}\n`);
  const removal = await service('uninstall', '--dry-run');
  expect(removal.output).toContain(`would remove ${file}`);
  expect(existsSync(file)).toBe(true);
});

test('a file that memory-vault did not write is neither replaced nor removed without being told', async () => {
  const programs = recordingPrograms({ systemctl: systemctl() });
  const { service, file } = user(programs);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '[Service]\nExecStart=/bin/true\n');
  for (const command of ['install', 'uninstall']) {
    const { code, output } = await service(command);
    expect([command, code]).toEqual([command, 1]);
    expect(output).toContain(`memory-vault did not write ${file}`);
  }
  expect((await service('status')).code).toBe(3);
  expect(programs.calls()).toEqual([]);
  expect((await service('install', '--force')).code).toBe(0);
  expect(readFileSync(file, 'utf8')).toContain('Description=Memory Vault');
});

test('uninstall stops the service and removes its file, and the data stay', async () => {
  const programs = recordingPrograms({ systemctl: systemctl() });
  const { service, file, dataDir } = user(programs);
  await service('install');
  writeFileSync(join(dataDir, 'log.db'), 'kept');
  const before = programs.calls().length;
  expect((await service('uninstall')).output).toContain(`the data stays in ${dataDir}`);
  expect(existsSync(file)).toBe(false);
  expect(readFileSync(join(dataDir, 'log.db'), 'utf8')).toBe('kept');
  for (const name of ['memory-vault-backup.timer', 'memory-vault-verify.service'])
    expect(existsSync(join(dirname(file), name))).toBe(false);
  expect(programs.calls().slice(before)).toEqual([
    'systemctl --user disable --now memory-vault-backup.timer memory-vault-verify.timer',
    'systemctl --user disable --now memory-vault.service',
    'systemctl --user daemon-reload',
  ]);
  const again = await service('uninstall');
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('nothing is installed') });
});

test('status says what is installed, what runs and where the data are, with the exit codes of services', async () => {
  const vault = await serviceHere(temporaryDirectory());
  const running = user(recordingPrograms({ systemctl: systemctl() }), {
    env: { VAULT_PORT: new URL(vault.url).port },
  });
  expect(await running.service('status')).toMatchObject({
    code: 3,
    output: expect.stringMatching(/^installed {2}no; .+\nrunning {4}no: not installed\n$/),
  });
  await running.service('install');
  expect(await running.service('status')).toEqual({
    code: 0,
    output: `installed  ${running.file}, by memory-vault ${VERSION}
running    yes, at ${vault.url}, version ${VERSION}
data       ${running.dataDir}
`,
  });
  await vault.stop();
  expect((await running.service('status')).output).toContain('does not answer yet');

  const failed = user(recordingPrograms({ systemctl: systemctl('failed') }));
  await failed.service('install');
  expect(await failed.service('status')).toMatchObject({
    code: 3,
    output: expect.stringContaining('running    no: failed'),
  });
  writeFileSync(join(failed.programs.bin, 'systemctl'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(await failed.service('status')).toMatchObject({
    code: 4,
    output: expect.stringContaining('running    unknown'),
  });
});

test.each([
  ['a secret', { VAULT_ADMIN_KEY: 'a-key-that-nobody-may-read' }, 'set VAULT_ADMIN_KEY_FILE'],
  ['a wrong setting', { VAULT_PORT: 'many' }, 'VAULT_PORT must be a whole number'],
  ['a line break in a setting', { VAULT_DATA_DIR: '/srv/a\nb' }, 'VAULT_DATA_DIR has a line break'],
])('%s is refused before anything is written', async (_name, env, message) => {
  const programs = recordingPrograms({ systemctl: systemctl() });
  const { service, file } = user(programs, { env });
  const { code, output } = await service('install');
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toContain('a-key-that-nobody');
  expect(existsSync(file)).toBe(false);
  expect(programs.calls()).toEqual([]);
});

test('a variable that is no setting of the vault is left out of the file, and named', async () => {
  const programs = recordingPrograms({ systemctl: systemctl() });
  const env = { VAULT_ADDR: 'of-another-program', VAULT_BEARER_TOKEN: 'of-a-client' };
  const { service, file } = user(programs, { env });
  expect((await service('install')).output).toContain('VAULT_ADDR is left out');
  expect(readFileSync(file, 'utf8')).not.toMatch(/of-another-program|of-a-client/);
});

test.each([
  ['there is no systemd', { mac: false, programs: {}, text: 'systemctl --user show' }],
  [
    'the systemd of the user cannot be reached',
    { mac: false, programs: { systemctl: 'echo no bus >&2; exit 1' }, text: 'failed: no bus' },
  ],
  [
    'systemd is too old',
    { mac: false, programs: { systemctl: 'echo Version=239' }, text: 'systemd 239' },
  ],
  [
    'nobody is logged in at the Mac',
    { mac: true, programs: { launchctl: 'echo no domain >&2; exit 125' }, text: 'no domain' },
  ],
])('where %s, install says so and changes nothing', async (_name, { mac, programs, text }) => {
  const one = user(recordingPrograms(programs), { mac, env: { ...without(programs) } });
  const { code, output } = await one.service('install');
  expect(code).toBe(1);
  expect(output).toContain(text);
  expect(existsSync(one.file)).toBe(false);
  expect(existsSync(one.dataDir)).toBe(false);
});

/** A PATH on which the programs of this machine are not found, when a test brings none. */
function without(programs: Readonly<Record<string, string>>): Record<string, string> {
  return Object.keys(programs).length === 0 ? { PATH: '/nonexistent' } : {};
}

test('a start that fails shows the command, its message and where to read more', async () => {
  const body = 'case "$2" in show) echo Version=252 ;; enable) echo job failed >&2; exit 1 ;; esac';
  const { service } = user(recordingPrograms({ systemctl: body }));
  const { code, output } = await service('install');
  expect(code).toBe(1);
  expect(output).toContain('systemctl --user enable --now memory-vault.service failed: job failed');
  expect(output).toContain('journalctl --user');
});

test('on a Mac the agent is loaded, loaded again after a change, and unloaded', async () => {
  const programs = recordingPrograms({ launchctl });
  const { service, file } = user(programs, { mac: true });
  expect((await service('install')).code).toBe(0);
  expect((await service('install')).code).toBe(0);
  expect(await service('status')).toMatchObject({ code: 0 });
  expect((await service('uninstall')).code).toBe(0);
  expect(existsSync(file)).toBe(false);
  const load = `launchctl bootstrap gui/${UID} ${file}`;
  const unload = `launchctl bootout gui/${UID}/memory-vault`;
  const isOfService = (call: string) => !/ print |memory-vault-(backup|verify)/.test(call);
  expect(programs.calls().filter(isOfService)).toEqual([load, unload, load, unload]);
});
