import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sampled } from '../support/depth.js';
import { eventually } from '../support/eventually.js';
import { runProgram } from '../support/program.js';
import { recordingPrograms } from '../support/recordingPrograms.js';
import { startService } from '../support/service.js';
import { temporaryDirectory } from '../support/temporaryDirectory.js';

const SOCKET = { NOTIFY_SOCKET: '/run/of-a-test' };
const READY = 'systemd-notify --ready --status=answering requests';
const STOPPING = 'systemd-notify STOPPING=1 --status=stopping';

async function startSession(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/v1/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"project":"p"}',
  });
  expect(answer.status).toBe(200);
}

test('systemd hears that the read models are built, that requests are answered, and that the service stops', async () => {
  const { bin, calls } = recordingPrograms({ 'systemd-notify': '' });
  const directory = temporaryDirectory();
  const env = { ...SOCKET, PATH: `${bin}:/usr/bin:/bin` };
  const first = await startService(directory, env);
  await startSession(first.url);
  expect(await first.stop('SIGTERM')).toBe(0);
  expect(calls()).toEqual([READY, STOPPING]);

  rmSync(join(directory, 'views.db'));
  const second = await startService(directory, env);
  expect(await second.stop('SIGTERM')).toBe(0);
  expect(calls()[2]).toMatch(
    /^systemd-notify --status=building read models: \d+ of 1 events EXTEND_TIMEOUT_USEC=300000000$/,
  );
  expect(calls().slice(-2)).toEqual([READY, STOPPING]);
});

test('a watchdog hears of the event loop as long as the service runs', async () => {
  const { bin, calls } = recordingPrograms({ 'systemd-notify': '' });
  const env = { ...SOCKET, WATCHDOG_USEC: '200000', PATH: `${bin}:/usr/bin:/bin` };
  const service = await startService(temporaryDirectory(), env);
  const beats = () => calls().filter((call) => call === 'systemd-notify WATCHDOG=1').length;
  await eventually('two beats are heard', () => expect(beats()).toBeGreaterThan(1));
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(calls()[0]).toBe(READY);
  expect(calls().at(-1)).toBe(STOPPING);
});

test('systemd-notify sees none of the keys of the service', async () => {
  const { bin, calls } = recordingPrograms({
    'systemd-notify': 'env | sed "s/^/has /" >> "$0.env"',
  });
  const env = {
    ...SOCKET,
    PATH: `${bin}:/usr/bin:/bin`,
    VAULT_ADMIN_KEY: 'a-key-that-nobody-reads',
  };
  const service = await startService(temporaryDirectory(), env);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(calls()).toContain(READY);
  const seen = spawnSync('cat', [join(bin, 'systemd-notify.env')], { encoding: 'utf8' }).stdout;
  expect(seen).toContain('has NOTIFY_SOCKET=/run/of-a-test');
  expect(seen).not.toContain('VAULT_');
});

const BROKEN: readonly [string, Readonly<Record<string, string>>, string][] = [
  ['is missing', {}, 'spawn systemd-notify ENOENT'],
  ['fails', { 'systemd-notify': 'echo no socket >&2; exit 1' }, 'no socket'],
];

test.each(sampled(BROKEN, 2))(
  'where systemd-notify %s, the service warns once and goes on',
  async (_name, programs, why) => {
    const { bin } = recordingPrograms(programs);
    const env = { ...SOCKET, PATH: bin };
    const service = await startService(temporaryDirectory(), env);
    const count = () => service.output().split('systemd did not get the notice').length - 1;
    await eventually('it warns', () => expect(count()).toBeGreaterThan(0));
    await startSession(service.url);
    // The notice of the stop fails as well.
    expect(await service.stop('SIGTERM')).toBe(0);
    expect(count()).toBe(1);
    expect(service.output()).toContain(why);
  },
);

test('without NOTIFY_SOCKET nothing is started', async () => {
  const { bin, calls } = recordingPrograms({ 'systemd-notify': '' });
  const env = { WATCHDOG_USEC: '100000', PATH: `${bin}:/usr/bin:/bin` };
  const service = await startService(temporaryDirectory(), env);
  expect(await service.stop('SIGTERM')).toBe(0);
  expect(calls()).toEqual([]);
});

/** Prints what arrives at a datagram socket, as systemd would get it. */
const LISTEN = `import socket, sys
listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listener.bind(sys.argv[1])
print('bound', flush=True)
while True: print(listener.recv(4096).decode(), flush=True)`;

const there = ['systemd-notify', 'python3'].every(
  (name) => spawnSync(name, ['--version']).status === 0,
);
test.skipIf(!there)(
  `the real systemd-notify delivers it to a socket${there ? '' : ' (skipped: it or python3 is not there)'}`,
  async () => {
    const directory = temporaryDirectory();
    const socket = join(directory, 'socket');
    const systemd = runProgram('python3', ['-c', LISTEN, socket]);
    await systemd.line(/^bound$/m);
    expect(existsSync(socket)).toBe(true);
    const service = await startService(join(directory, 'vault'), { NOTIFY_SOCKET: socket });
    await systemd.line(/^READY=1\nSTATUS=answering requests$/m);
    expect(await service.stop('SIGTERM')).toBe(0);
    await systemd.line(/^STATUS=stopping\nSTOPPING=1$/m);
  },
);
