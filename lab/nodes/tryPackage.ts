import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'memory-vault-client';
import { z } from 'zod';
import { residentMemory } from '../../tools/residentMemory.js';
import { terminate, untilReady } from '../../tools/server/childServer.js';
import { freePort } from '../../tools/server/serverProcess.js';
import { npmScript, type OtherNode } from './otherNode.js';

/** How the package ran on a Node. */
export interface Tried {
  /** From `npx` in an empty directory, with an empty cache, until the service was ready. */
  readonly npxSeconds: number;
  /** From the start of the installed service until its first answer. */
  readonly startMs: number;
  /** Resident memory after that start; undefined where there is no /proc. */
  readonly memory: number | undefined;
  /** Events in the log that `verify` found whole. */
  readonly verified: number;
  /** Where npx installed it. */
  readonly installed: string;
}

const BATCHES = 4;
const NOTES_PER_BATCH = 400;
const MOST_MS = 600_000;
const LOOK_MS = 5;

/** Runs the tarball by npx as on a machine that has only Node: from Node 22 on, without any compiler. */
export async function tryPackage(node: OtherNode, tarball: string, parent: string): Promise<Tried> {
  const directory = mkdtempSync(join(parent, `package-${node.major}-`));
  const [home, empty, data] = ['home', 'empty', 'data'].map((name) => join(directory, name));
  if (home === undefined || empty === undefined || data === undefined) throw new Error('no names');
  for (const folder of [home, empty]) mkdirSync(folder);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    HOME: home,
    PATH: node.major < 22 ? process.env.PATH : shellOnly(directory),
    npm_config_cache: join(home, '.npm'),
    npm_config_update_notifier: 'false',
    VAULT_DATA_DIR: data,
    VAULT_PORT: String(port),
    VAULT_LOG_LEVEL: 'warn',
  };

  const before = performance.now();
  const npx = node.start(
    empty,
    [npmScript('npx'), '--yes', `--package=${tarball}`, 'memory-vault'],
    env,
  );
  await ready(npx, `${url}/readyz`);
  const npxSeconds = (performance.now() - before) / 1000;
  for (let batch = 0; batch < BATCHES; batch++) await save(url, batch);
  process.kill(writerOf(data), 'SIGTERM');
  await once(npx, 'exit');

  const [hash = ''] = readdirSync(join(home, '.npm', '_npx'));
  const installed = join(home, '.npm', '_npx', hash, 'node_modules', 'memory-vault');
  const cli = join(installed, 'dist', 'cli.js');
  const restarted = performance.now();
  const service = node.start(empty, [cli], env);
  await ready(service, `${url}/healthz`);
  const startMs = performance.now() - restarted;
  await ready(service, `${url}/readyz`);
  const memory = memoryOf(service);
  await terminate(service, MOST_MS);

  const report = Report.parse(JSON.parse(await node.must(empty, [cli, 'verify', '--json'], env)));
  return { npxSeconds, startMs, memory, verified: report.events, installed };
}

function ready(child: ChildProcess, url: string): Promise<void> {
  return untilReady(child, url, { most: MOST_MS, look: LOOK_MS });
}

async function save(url: string, batch: number): Promise<void> {
  const notes = Array.from({ length: NOTES_PER_BATCH }, (_, i) => ({
    project: `p${i % 7}`,
    type: 'learning' as const,
    title: `note ${batch}-${i}`,
    content: `What was learnt in batch ${batch}, the ${i}th: the answer of retry ${i * 31} came late.`,
  }));
  const { data } = await createClient({ url }).POST('/api/v1/observations/batch', { body: notes });
  if (data.stored !== NOTES_PER_BATCH) throw new Error(`${data.stored} notes were stored`);
}

/** Of what `verify --json` prints. */
const Report = z.object({ events: z.number() });

const Writer = z.object({ pid: z.number() });

/** The service's own process: npx has started it through a shell. */
function writerOf(data: string): number {
  return Writer.parse(JSON.parse(readFileSync(join(data, 'writer.json'), 'utf8'))).pid;
}

/** A PATH that has a shell, which npx needs, and neither python3 nor make nor a compiler. */
function shellOnly(directory: string): string {
  const folder = join(directory, 'bin');
  mkdirSync(folder);
  symlinkSync('/bin/sh', join(folder, 'sh'));
  return folder;
}

function memoryOf({ pid }: ChildProcess): number | undefined {
  return process.platform === 'linux' && pid !== undefined ? residentMemory(pid) : undefined;
}
