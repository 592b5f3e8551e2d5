// `npm run lab -- witness`: has the log of a vault cosigned by another vault and by a program of others, follows its tiles with Go's
// `sumdb/tlog`, and puts an older log back. All of it runs as users run it, on vaults of its own.
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import {
  formatCosignerKey,
  formatVerifierKey,
  newSigningKey,
  readSigningKey,
} from '../src/proof/signingKey.js';
import { startServer } from '../tools/server/serverProcess.js';
import { untilInterrupted } from '../tools/untilInterrupted.js';
import {
  buildMonitor,
  hasGo,
  type StartedWitness,
  startLitewitness,
} from './witness/goPrograms.js';

const ADMIN_KEY = 'the-key-of-a-vault-under-check';
const LOG = 'lab.example/log';
const ASKED_MS = 30_000;

export const program = new Command()
  .description(
    'Have a log cosigned by a vault and by litewitness, follow its tiles with a monitor in Go, and put an older log back.',
  )
  .action(() => untilInterrupted(check));

/** Vaults in a folder, by their names, with a policy and a key. */
const vaultsIn =
  (folder: string, signal: AbortSignal) =>
  (name: string, key: string, policy: readonly string[]) => {
    const file = join(folder, `${name}.policy`);
    writeFileSync(file, `${policy.join('\n')}\n`);
    const settings = { VAULT_CHECKPOINT_KEY: key, VAULT_WITNESSES: file };
    return startServer({ directory: join(folder, name), adminKey: ADMIN_KEY, settings, signal });
  };

async function check(signal: AbortSignal): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-vault-witness-'));
  const ends: (() => Promise<void>)[] = [];
  try {
    await scene(folder, ends, signal);
  } finally {
    for (const end of ends.toReversed()) await end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function scene(folder: string, ends: (() => Promise<void>)[], signal: AbortSignal) {
  const startVault = vaultsIn(folder, signal);
  const [own, offices] = [newSigningKey(LOG), newSigningKey('lab.example/office')];
  const logKey = formatVerifierKey(readSigningKey(own));
  const office = await startVault('office', offices, [`log ${logKey}`, 'quorum none']);
  ends.push(office.stop);
  const officeKey = formatCosignerKey(readSigningKey(offices));
  const witnesses = [{ key: officeKey, line: `witness office ${officeKey} ${office.url}` }];
  const others = await withGo(folder, logKey, signal);
  if (others) {
    ends.push(others.lite.stop);
    witnesses.push(others.lite);
  }
  const names = others ? 'office lite' : 'office';
  const policy = [...witnesses.map(({ line }) => line), `group all all ${names}`, 'quorum all'];

  /** Adds notes, starts the service again, which asks its witnesses when it starts, and says what they said. */
  async function grow(count: number, about: string): Promise<void> {
    const vault = await startVault('log', own, policy);
    await save(vault.url, count, about);
    await vault.stop();
    const again = await startVault('log', own, policy);
    say(about, await whatWitnessesSay(again.url, signal));
    const started = performance.now();
    const args = [again.url, join(folder, 'earlier'), logKey, ...witnesses.map(({ key }) => key)];
    const proved = about === RESTORED ? [] : ((await others?.follow(args, ADMIN_KEY)) ?? []);
    for (const line of proved) say('monitor in Go', line);
    if (proved.length > 0) say('', `in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    await again.stop();
  }

  await grow(300, 'first notes');
  const [log, older] = [join(folder, 'log'), join(folder, 'older')];
  cpSync(log, older, { recursive: true });
  await grow(400, 'more notes');
  renameSync(log, join(folder, 'newer'));
  renameSync(older, log);
  await grow(1, RESTORED);
  await grow(450, RESTORED);
}

const RESTORED = 'older log, put back';

/** The monitor and litewitness; undefined, with a line that says so, where there is no Go. */
async function withGo(folder: string, key: string, signal: AbortSignal) {
  if (!(await hasGo(signal))) {
    console.error('no Go is on the PATH: the monitor and litewitness are left out');
    return undefined;
  }
  const follow = await buildMonitor(folder, signal);
  const lite: StartedWitness = await startLitewitness(folder, { name: LOG, key }, signal);
  return { follow, lite };
}

const say = (tried: string, outcome: string) => console.log(`${tried.padEnd(20)}  ${outcome}`);

async function save(url: string, count: number, about: string): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const title = `${about}, number ${n}`;
    const body = JSON.stringify({ project: 'lab', type: 'decision', title, content: title });
    const headers = { 'content-type': 'application/json', 'x-admin-key': ADMIN_KEY };
    const answer = await fetch(`${url}/api/v1/observations`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

/** As `GET /api/v1/audit/witnesses` has it, once all of them were asked. */
async function whatWitnessesSay(url: string, signal: AbortSignal): Promise<string> {
  const until = Date.now() + ASKED_MS;
  for (;;) {
    const headers = { 'x-admin-key': ADMIN_KEY };
    const answer = await fetch(`${url}/api/v1/audit/witnesses`, { headers, signal });
    // The cast trusts the service, whose route has this shape.
    const { enough, checkpoint, witnesses } = (await answer.json()) as WitnessesSaid;
    if (checkpoint !== null) {
      const said = witnesses.map(({ name, cosigned, problem }) =>
        problem
          ? `${name} ${problem.kind}: ${problem.message}`
          : `${name} cosigned ${cosigned?.events} events`,
      );
      return `${said.join('; ')} (${enough ? 'enough' : 'too few'})`;
    }
    if (Date.now() > until) throw new Error('the service did not ask its witnesses');
    await sleep(50, undefined, { signal });
  }
}

interface WitnessesSaid {
  readonly enough: boolean;
  readonly checkpoint: string | null;
  readonly witnesses: readonly {
    readonly name: string;
    readonly cosigned: { readonly events: number } | null;
    readonly problem: { readonly kind: string; readonly message: string } | null;
  }[];
}
