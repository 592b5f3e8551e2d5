import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, lastWriter } from '../../src/connect/isRunning.js';

/** What the model got at the start of a session that found no service. */
type Got = 'the context' | 'the last one' | 'tools, project, session' | 'nothing';

const TITLE = 'The till rounds down to whole cents';

/** Runs a hook that starts a session while no service runs, `tries` times beside `load` busy processes, and prints what the model got. */
export async function coldStarts(dist: string, tries: number, load: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'vault-cold-'));
  const cwd = join(folder, 'shop');
  mkdirSync(cwd);
  const data = join(folder, 'data');
  // Any free port: another vault may have the usual one.
  const env = { PATH: process.env.PATH, HOME: folder, VAULT_DATA_DIR: data, VAULT_PORT: '0' };
  const run = (program: string, args: readonly string[], input = '') =>
    spawnSync(process.execPath, [join(dist, program), ...args], {
      cwd,
      env,
      input,
      encoding: 'utf8',
    });
  const start = (session_id: string) => {
    const input = { session_id, cwd, hook_event_name: 'SessionStart', source: 'startup' };
    const began = performance.now();
    const { stdout } = run('hook.cjs', ['claude-code', 'session-start'], JSON.stringify(input));
    return { got: gotIn(stdout), ms: performance.now() - began };
  };
  const busy: ChildProcess[] = [];
  try {
    run('cli.js', ['save', '--type', 'learning', '--title', TITLE, '--content', TITLE]);
    start('first');
    for (let i = 0; i < load; i += 1) busy.push(spawn(process.execPath, ['-e', 'for (;;);']));
    const counts = new Map<Got, number>();
    const times: number[] = [];
    for (let i = 0; i < tries; i += 1) {
      await endService(data);
      const { got, ms } = start(`s${i}`);
      counts.set(got, (counts.get(got) ?? 0) + 1);
      times.push(ms);
    }
    const [average = 0] = loadavg();
    const longest = Math.max(...times).toFixed(0);
    console.log(
      `\n${tries} cold starts, ${load} busy processes (load average ${average.toFixed(0)}), the longest ${longest} ms`,
    );
    for (const [got, count] of counts) console.log(`  ${count} × ${got}`);
  } finally {
    for (const child of busy) child.kill('SIGKILL');
    await endService(data);
    rmSync(folder, { recursive: true, force: true });
  }
}

function gotIn(stdout: string): Got {
  if (!stdout.includes('memory_search')) return 'nothing';
  if (!stdout.includes(TITLE)) return 'tools, project, session';
  return stdout.includes('No answer yet') ? 'the last one' : 'the context';
}

/** Ends the service of a data directory, also one that is still starting. */
async function endService(data: string): Promise<void> {
  // One that was just started has noted nothing yet.
  await sleep(2_000);
  const pid = lastWriter(data);
  if (pid === undefined || !isRunning(pid)) return;
  process.kill(pid, 'SIGTERM');
  while (isRunning(pid)) await sleep(20);
}
