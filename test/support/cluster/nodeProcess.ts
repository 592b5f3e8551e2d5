import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment } from '../../../tools/server/serverProcess.js';

const CLI = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));
const SHIFTED_CLOCK = new URL('../../../lab/faults/shiftedClock.mjs', import.meta.url).href;

export const ADMIN_KEY = 'the-key-of-all-nodes-of-a-test';
const LOOK_MS = 50;

/** A node of a shared log: a process of its own with a data directory of its own. */
export interface NodeProcess {
  readonly name: string;
  readonly directory: string;
  /** Where it answers; undefined while it does not run. */
  url(): string | undefined;
  /** Its name with a number that changes when it loses its copy of the log. */
  copy(): string;
  /** Starts it until it listens. One that ends meanwhile is started again, as a supervisor does. */
  start(): void;
  /** Resolves once it answers with 200 at /readyz; rejects after `ms`. */
  ready(ms: number): Promise<void>;
  /** Ends it, and starts it no more. Gives the exit code; null when a signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  /** Sends a signal such as SIGSTOP, and lets it be. */
  signal(signal: NodeJS.Signals): void;
  /** Removes its files. It must not run. */
  empty(): void;
  /** What it has written since the beginning. */
  output(): string;
}

export interface NodeSettings {
  readonly name: string;
  readonly directory: string;
  /** What its clock shows more than that of this machine, in ms. */
  readonly clockAhead: number;
  /** URLs of modules that it loads before its own. */
  readonly preload: readonly string[];
  /** Environment variables. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A node that does not run yet. */
export function nodeProcess({
  name,
  directory,
  clockAhead,
  preload,
  settings,
}: NodeSettings): NodeProcess {
  let child: ChildProcess | undefined;
  let url: string | undefined;
  let output = '';
  let copies = 1;
  let wanted = false;

  const clockFile = `${directory}.clock`;
  writeFileSync(clockFile, String(clockAhead));
  const env = {
    ...environment({ directory, adminKey: ADMIN_KEY, settings }),
    VAULT_PORT: '0',
    VAULT_NODE: name,
    VAULT_LOG_LEVEL: 'info',
    VAULT_CREDENTIAL_LIMIT: '0',
    NODE_OPTIONS: [SHIFTED_CLOCK, ...preload].map((url) => `--import ${url}`).join(' '),
    FAULTS_CLOCK: clockFile,
  };

  function run(): void {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const running = spawn(process.execPath, [CLI, 'serve'], { env, stdio });
    child = running;
    // No node may outlive this process.
    const kill = () => void running.kill('SIGKILL');
    process.once('exit', kill);
    let written = '';
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (url !== undefined || child !== running) return;
        written += text;
        url = /"code":"listening"[^\n]*?(http:\/\/[0-9.:]+)/.exec(written)?.[1];
      });
    running.once('close', async () => {
      process.off('exit', kill);
      if (child !== running) return;
      url = undefined;
      await sleep(200);
      if (wanted && child === running) run();
    });
  }

  return {
    name,
    directory,
    url: () => url,
    copy: () => `${name}/${copies}`,
    start() {
      wanted = true;
      run();
    },
    async ready(ms) {
      const late = performance.now() + ms;
      for (let last = 'it does not run'; ; ) {
        if (url !== undefined)
          last = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
            async (answer) => (answer.ok ? 'ready' : await answer.text()),
            String,
          );
        if (last === 'ready') return;
        if (performance.now() > late) throw new Error(`node ${name} does not get ready: ${last}`);
        await sleep(LOOK_MS);
      }
    },
    async end(signal) {
      wanted = false;
      const running = child;
      url = undefined;
      if (!running || running.exitCode !== null || running.signalCode !== null)
        return running?.exitCode ?? null;
      const ended = once(running, 'close');
      running.kill(signal);
      await ended;
      return running.exitCode;
    },
    signal: (signal) => void child?.kill(signal),
    empty() {
      copies += 1;
      rmSync(directory, { recursive: true, force: true });
    },
    output: () => output,
  };
}
