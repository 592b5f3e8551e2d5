import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchdPlist, launchdTimer } from '../../../src/cli/service/launchdPlist.js';
import {
  readRecord,
  type ServiceDefinition,
  serviceDefinition,
  TIMED_TASKS,
} from '../../../src/cli/service/serviceDefinition.js';
import { serviceManager } from '../../../src/cli/service/serviceManager.js';
import { systemdTimer, systemdUnit } from '../../../src/cli/service/systemdUnit.js';
import { SERVICE_FLAGS } from '../../../src/config/nodeFlags.js';
import { temporaryDirectory } from '../../support/temporaryDirectory.js';

const INSTALLED = {
  node: '/usr/bin/node',
  cli: '/usr/lib/node_modules/memory-vault/dist/cli.js',
  version: '0.1.0',
};

const PLAIN = serviceDefinition(
  { VAULT_DATA_DIR: '/srv/vault', VAULT_TIER: 'teams', VAULT_AUTH: 'session', HOME: '/home/ada' },
  INSTALLED,
);

/** Everything that means something to systemd, to XML or to a shell. */
const ODD = `/srv/a b/100%h/$HOME/\${x}/it's/"q"/back\\slash/<&>/--/é`;
const odd = (at: string): ServiceDefinition => ({
  ...PLAIN,
  node: join(at, 'no de%h$x', 'node'),
  cli: join(at, 'c li%$"\\n', 'cli.js'),
  dataDir: ODD,
  settings: { VAULT_DATA_DIR: ODD, VAULT_PRIVATE_PATTERNS: ODD },
});

test('the unit of systemd', () => {
  expect(systemdUnit(PLAIN)).toMatchInlineSnapshot(`
    "# memory-vault service {"version":"0.1.0","dataDir":"/srv/vault","host":"127.0.0.1","port":7437}
    # "memory-vault service install" wrote this file and replaces it. Change it with: systemctl --user edit memory-vault

    [Unit]
    Description=Memory Vault

    [Service]
    Type=notify
    # systemd-notify, which speaks for the service, is a process of its own.
    NotifyAccess=all
    ExecStart="/usr/bin/node" --max-semi-space-size=4 --heap-growing-percent=100 "/usr/lib/node_modules/memory-vault/dist/cli.js" serve
    Environment="MALLOC_ARENA_MAX=2"
    Environment="VAULT_AUTH=session"
    Environment="VAULT_BACKUP_DIR=/srv/vault-backups"
    Environment="VAULT_DATA_DIR=/srv/vault"
    Environment="VAULT_TIER=teams"
    Restart=on-failure
    RestartSec=5
    # Requests in progress have 10 s.
    TimeoutStopSec=20
    UMask=0077
    NoNewPrivileges=yes
    # Where the systemd of a user cannot do the next three, it ignores them. Older releases need PrivateUsers=yes, too.
    PrivateTmp=yes
    ProtectSystem=strict
    # The minus lets the service start without the disk of the backups.
    ReadWritePaths="/srv/vault" "-/srv/vault-backups"

    [Install]
    WantedBy=default.target
    "
  `);
});

test('a path that systemd refuses to run is refused at once', () => {
  for (const node of ['/opt/"node"/node', "/opt/it's/node", '/opt/back\\slash/node'])
    expect(() => systemdUnit({ ...PLAIN, node })).toThrow(`move ${node}`);
});

test('the agent of launchd', () => {
  expect(launchdPlist(PLAIN, '/home/ada/Library/Logs/memory-vault.log')).toMatchInlineSnapshot(`
    "<?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <!-- memory-vault service {"version":"0.1.0","dataDir":"/srv/vault","host":"127.0.0.1","port":7437} -->
    <!-- "memory-vault service install" wrote this file and replaces it. -->
    <plist version="1.0">
    <dict>
      <key>Label</key>
      <string>memory-vault</string>
      <key>ProgramArguments</key>
      <array>
        <string>/usr/bin/node</string>
        <string>--max-semi-space-size=4</string>
        <string>--heap-growing-percent=100</string>
        <string>/usr/lib/node_modules/memory-vault/dist/cli.js</string>
        <string>serve</string>
      </array>
      <key>EnvironmentVariables</key>
      <dict>
        <key>VAULT_AUTH</key>
        <string>session</string>
        <key>VAULT_BACKUP_DIR</key>
        <string>/srv/vault-backups</string>
        <key>VAULT_DATA_DIR</key>
        <string>/srv/vault</string>
        <key>VAULT_TIER</key>
        <string>teams</string>
      </dict>
      <key>RunAtLoad</key>
      <true/>
      <key>KeepAlive</key>
      <dict>
        <key>SuccessfulExit</key>
        <false/>
      </dict>
      <key>ExitTimeOut</key>
      <integer>20</integer>
      <key>Umask</key>
      <integer>63</integer>
      <key>StandardOutPath</key>
      <string>/home/ada/Library/Logs/memory-vault.log</string>
      <key>StandardErrorPath</key>
      <string>/home/ada/Library/Logs/memory-vault.log</string>
    </dict>
    </plist>
    "
  `);
});

test('the record in each file is read as it was written, and other files have none', () => {
  const record = { version: '0.1.0', dataDir: ODD, host: '127.0.0.1', port: 7437 };
  expect(readRecord(systemdUnit(odd('/opt')))).toEqual(record);
  expect(readRecord(launchdPlist(odd('/opt'), ODD))).toEqual(record);
  for (const text of [
    '',
    '[Service]\nExecStart=/usr/bin/memory-vault service {}',
    'memory-vault service {',
  ])
    expect(readRecord(text)).toBeUndefined();
});

test('every text of the agent survives XML, and no comment ends early', () => {
  const plist = launchdPlist(odd('/opt'), ODD);
  for (const [, comment = ''] of plist.matchAll(/<!--(.*?)-->/gs))
    expect(comment).not.toMatch(/--|-$/);
  expect(stringsOf(plist)).toEqual([
    'memory-vault',
    odd('/opt').node,
    ...SERVICE_FLAGS,
    odd('/opt').cli,
    'serve',
    ODD,
    ODD,
    ODD,
    ODD,
  ]);
});

/** The texts of the elements `string`, read strictly: nothing but known entities, and every element is closed. */
function stringsOf(xml: string): string[] {
  const body = xml.replaceAll(/<\?.*?\?>|<!DOCTYPE.*?>|<!--.*?-->/gs, '');
  const open: string[] = [];
  const strings: string[] = [];
  for (const [, tag = '', text = ''] of body.matchAll(/<([^<>]*)>([^<]*)/g)) {
    expect(text).not.toMatch(/>|&(?!(?:amp|lt|gt);)/);
    if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1));
    else if (!tag.endsWith('/')) open.push(tag.split(' ')[0] ?? '');
    if (tag === 'string')
      strings.push(text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'));
  }
  expect(open).toEqual([]);
  return strings;
}

test('relative paths in settings become absolute, and secrets are named by their files alone', () => {
  const directory = temporaryDirectory();
  writeFileSync(join(directory, 'key'), 'a-key-that-nobody-may-read');
  const here = process.cwd();
  const env = {
    VAULT_ADMIN_KEY_FILE: join(directory, 'key'),
    VAULT_DATA_DIR: 'vault',
    VAULT_TIER: '',
  };
  const { settings } = serviceDefinition(env, INSTALLED);
  expect(settings).toEqual({
    VAULT_ADMIN_KEY_FILE: join(directory, 'key'),
    VAULT_BACKUP_DIR: join(here, 'vault-backups'),
    VAULT_DATA_DIR: join(here, 'vault'),
  });
});

test('the temporary copy that npx runs is not installed', () => {
  const cli = '/home/ada/.npm/_npx/7b3a/node_modules/memory-vault/dist/cli.js';
  expect(() => serviceDefinition({}, { ...INSTALLED, cli })).toThrow(
    'npm install -g ./memory-vault-0.1.0.tgz\n',
  );
});

test('where there is neither systemd nor launchd, one sentence says so', () => {
  expect(() => serviceManager('win32', {}, 'C:\\Users\\ada', undefined)).toThrow(
    /^services are managed with systemd on Linux and launchd on macOS, and this is win32\./,
  );
});

const found = spawnSync('systemd-analyze', ['--version']).status === 0;
test.skipIf(!found)(
  `systemd finds nothing wrong with the unit${found ? '' : ' (skipped: there is no systemd-analyze)'}`,
  () => {
    const directory = temporaryDirectory();
    const definition = odd(directory);
    for (const program of [definition.node, definition.cli]) {
      mkdirSync(join(program, '..'), { recursive: true });
      writeFileSync(program, '');
      chmodSync(program, 0o755);
    }
    const verify = (text: string) => {
      const file = join(directory, 'memory-vault.service');
      writeFileSync(file, text);
      const env = { ...process.env, SYSTEMD_LOG_TARGET: 'console', XDG_RUNTIME_DIR: directory };
      const { status, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', file], {
        encoding: 'utf8',
        env,
      });
      // Other units of the machine may have faults of their own.
      return { status, ours: stderr.split('\n').filter((line) => line.includes('memory-vault')) };
    };
    expect(verify(systemdUnit(definition))).toEqual({ status: 0, ours: [] });
    // It looks at what the test thinks it does.
    expect(
      verify(systemdUnit(definition).replace('Type=notify', 'Type=nonsense')).ours,
    ).not.toEqual([]);
    expect(verify(systemdUnit({ ...definition, node: '/nonexistent/node' })).status).not.toBe(0);
  },
);

test('a backup each day and a verification each week have units of their own', () => {
  const [backup, verify] = TIMED_TASKS.map((task) => systemdTimer(PLAIN, task));
  expect(backup?.service).toContain(
    'ExecStart="/usr/bin/node" "/usr/lib/node_modules/memory-vault/dist/cli.js" backup\n',
  );
  expect(backup?.service).toContain('Environment="VAULT_BACKUP_DIR=/srv/vault-backups"');
  expect(backup?.timer).toContain('OnCalendar=*-*-* 03:10:00\nPersistent=true');
  expect(verify?.timer).toContain('OnCalendar=Sun *-*-* 04:10:00');
  const [daily, weekly] = TIMED_TASKS.map((task) => launchdTimer(PLAIN, task, '/log'));
  expect(daily).toContain('<string>memory-vault-backup</string>');
  expect(daily).toContain('<key>Hour</key>\n    <integer>3</integer>');
  expect(weekly).toContain('<key>Weekday</key>\n    <integer>0</integer>');
});
