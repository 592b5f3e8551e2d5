import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { LABEL, launchdPlist, launchdTimer } from './launchdPlist.js';
import {
  type ServiceDefinition,
  type ServiceFile,
  TIMED_TASKS,
  type TimedTask,
} from './serviceDefinition.js';
import { systemdTimer, systemdUnit } from './systemdUnit.js';

/** A service file before it is written: there is none, one with other content, or one with the same. */
export type Before = 'absent' | 'other' | 'same';

/** How one service manager runs a service of one user. */
export interface ServiceManager {
  /** Absolute path of the file that describes the service. */
  readonly file: string;
  fileOf(service: ServiceDefinition): string;
  /** The files of what it runs beside the service. */
  timers(service: ServiceDefinition): readonly ServiceFile[];
  /** Their paths, whether they are there or not. */
  readonly timerFiles: readonly string[];
  /** What to run when these are written. */
  readonly startTimers: readonly ProgramRun[];
  /** Throws when this manager cannot be asked, or is too old. Changes nothing. */
  check(): Promise<void>;
  /** What to run when the file is written. */
  start(before: Before): readonly ProgramRun[];
  /** What to run before the file is removed, and after it. */
  readonly stop: readonly ProgramRun[];
  readonly forget: readonly ProgramRun[];
  /** The state in the words of the manager; undefined when it cannot be asked. */
  state(): Promise<{ readonly running: boolean; readonly words: string } | undefined>;
  /** Where to read why a start failed. */
  readonly logs: string;
  /** What else the user may want to know after an installation. */
  readonly hint: string;
}

const UNIT = 'memory-vault.service';
const TIMERS = TIMED_TASKS.map(({ name }) => `memory-vault-${name}.timer`);
/** With this version `systemd-notify` waits until systemd has read the message, and so knows whose it is. */
const OLDEST_SYSTEMD = 246;

/** The manager of this machine. `uid` is undefined where there are no user ids. Throws where there is none. */
export function serviceManager(
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  home: string,
  uid: number | undefined,
): ServiceManager {
  if (platform === 'linux') return systemd(env.XDG_CONFIG_HOME || join(home, '.config'));
  if (platform === 'darwin' && uid !== undefined) return launchd(home, uid);
  throw new Error(
    `services are managed with systemd on Linux and launchd on macOS, and this is ${platform}. ` +
      'Let the service manager of this system run "memory-vault serve"',
  );
}

function systemd(config: string): ServiceManager {
  const systemctl = (...args: string[]): ProgramRun => ({ argv: ['systemctl', '--user', ...args] });
  const folder = join(config, 'systemd', 'user');
  const unitOf = (name: string, kind: string) => join(folder, `memory-vault-${name}.${kind}`);
  return {
    file: join(folder, UNIT),
    fileOf: systemdUnit,
    timerFiles: TIMED_TASKS.flatMap(({ name }) => [unitOf(name, 'service'), unitOf(name, 'timer')]),
    timers: (service) =>
      TIMED_TASKS.flatMap((task) =>
        Object.entries(systemdTimer(service, task)).map(([kind, content]) => ({
          file: unitOf(task.name, kind),
          content,
        })),
      ),
    startTimers: [systemctl('daemon-reload'), systemctl('enable', '--now', ...TIMERS)],
    async check() {
      const { stdout, failure } = await runProgram(systemctl('show', '--property=Version'));
      if (failure !== undefined) {
        throw new Error(
          `${failure}\nRun it without sudo or su, as a user who is logged in: it needs the systemd of that user`,
        );
      }
      const [version = '0'] = /\d+/.exec(stdout) ?? [];
      if (Number(version) < OLDEST_SYSTEMD) {
        throw new Error(
          `this is systemd ${version}, and the service needs ${OLDEST_SYSTEMD} or newer`,
        );
      }
    },
    start: (before) =>
      before === 'other'
        ? [systemctl('daemon-reload'), systemctl('enable', UNIT), systemctl('restart', UNIT)]
        : [systemctl('daemon-reload'), systemctl('enable', '--now', UNIT)],
    stop: [
      // Of an installation without timers, there are none.
      { ...systemctl('disable', '--now', ...TIMERS), mayFail: true },
      systemctl('disable', '--now', UNIT),
    ],
    forget: [systemctl('daemon-reload')],
    async state() {
      const words = (await runProgram(systemctl('is-active', UNIT))).stdout.trim();
      return words === '' ? undefined : { running: words === 'active', words };
    },
    logs: `journalctl --user --unit ${UNIT} --lines 30`,
    hint: 'The service runs while you are logged in. To start it with the machine, type loginctl enable-linger',
  };
}

function launchd(home: string, uid: number): ServiceManager {
  const domain = `gui/${uid}`;
  const target = `${domain}/${LABEL}`;
  const file = join(home, 'Library', 'LaunchAgents', `${LABEL}.plist`);
  const logFile = join(home, 'Library', 'Logs', `${LABEL}.log`);
  const launchctl = (...args: readonly string[]): ProgramRun => ({ argv: ['launchctl', ...args] });
  const load = launchctl('bootstrap', domain, file);
  // Fails when the agent is not loaded.
  const unload = (agent: string) => ({ ...launchctl('bootout', agent), mayFail: true });
  const agentOf = ({ name }: TimedTask) =>
    join(home, 'Library', 'LaunchAgents', `${LABEL}-${name}.plist`);
  const unloadOf = ({ name }: TimedTask) => unload(`${target}-${name}`);
  return {
    file,
    fileOf: (service) => launchdPlist(service, logFile),
    timerFiles: TIMED_TASKS.map(agentOf),
    timers: (service) =>
      TIMED_TASKS.map((task) => {
        return { file: agentOf(task), content: launchdTimer(service, task, logFile) };
      }),
    startTimers: TIMED_TASKS.flatMap((task) => [
      unloadOf(task),
      launchctl('bootstrap', domain, agentOf(task)),
    ]),
    async check() {
      const { failure } = await runProgram(launchctl('print', domain));
      if (failure !== undefined)
        throw new Error(
          `${failure}\nRun it without sudo, as a user who is logged in at the screen`,
        );
    },
    start: (before) => (before === 'absent' ? [load] : [unload(target), load]),
    stop: [...TIMED_TASKS.map(unloadOf), unload(target)],
    forget: [],
    async state() {
      const { stdout, status } = await runProgram(launchctl('print', target));
      if (status === undefined) return undefined;
      const [, words = 'not loaded'] = /^\s*state = (.+)$/m.exec(stdout) ?? [];
      return { running: words === 'running', words };
    },
    logs: logFile,
    hint: 'The service starts when you log in.',
  };
}

/** A program of the system with its arguments. */
export interface ProgramRun {
  readonly argv: readonly [string, ...string[]];
  /** True where a failure only means that there was nothing to do. */
  readonly mayFail?: boolean;
}

interface ProgramResult {
  readonly stdout: string;
  /** The exit code; undefined when the program is not there or was killed. */
  readonly status: number | undefined;
  /** The command and why it failed, for the user; undefined when it ended with 0. */
  readonly failure: string | undefined;
}

/** Runs a program to its end, however long that takes: starting a service waits until the service answers. */
export function runProgram({ argv }: ProgramRun): Promise<ProgramResult> {
  const [program, ...args] = argv;
  return new Promise((resolve) => {
    execFile(program, args, (error, stdout, stderr) => {
      if (!error) return resolve({ stdout, status: 0, failure: undefined });
      const why = error.code === 'ENOENT' ? 'there is no such program' : stderr.trim();
      const status = typeof error.code === 'number' ? error.code : undefined;
      const failure = `${argv.join(' ')} failed: ${why || `it ended with ${status ?? error.signal}`}`;
      resolve({ stdout, status, failure });
    });
  });
}
