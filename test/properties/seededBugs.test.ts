import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { SEEDED_BUGS } from '../bugs/seededBugs.js';

const cache = mkdtempSync(join(tmpdir(), 'memory-vault-'));
afterAll(() => rmSync(cache, { recursive: true, force: true }));

/** Runs the model test with a bug in the code and returns its output. */
async function modelTestWith(bug: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', 'test/properties/model.test.ts', '--no-color'],
      // Each would transform the whole service again.
      ...['--experimental.fsModuleCache', '--experimental.fsModuleCachePath', cache],
    ],
    { env: { ...process.env, SEEDED_BUG: bug }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  await new Promise((resolve) => child.on('close', resolve));
  return Buffer.concat(chunks).toString();
}

test.concurrent.each(Object.keys(SEEDED_BUGS))('the model test notices that %s', async (bug) => {
  const printed = await modelTestWith(bug);
  // A failed property, not a file that could not be loaded.
  expect(printed).toContain('Property failed after');
});
