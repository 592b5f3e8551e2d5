import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { VERSION } from '../src/config/version.js';
import { table } from '../tools/table.js';
import { changeNode, refuseOld } from './nodes/changeNode.js';
import { cloneFor, testsOf } from './nodes/cloneFor.js';
import { npmScript, type OtherNode, otherNode } from './nodes/otherNode.js';
import { type Tried, tryPackage } from './nodes/tryPackage.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEAD = ['Node', 'tests', 'npx to ready', 'start to answer', 'memory', 'verify'];

export const program = new Command()
  .description('Tries the package, as npm pack makes it, and the tests under every Node.')
  .option(
    '--package <major>',
    'only the package, under this Node; default: all, under every',
    Number,
  )
  .action(async (asked: { readonly package?: number }) => {
    const directory = mkdtempSync(join(tmpdir(), 'memory-vault-test-'));
    try {
      await testNodes(directory, asked.package);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });

// What was started ends with this process, which a signal alone would not let it do.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  process.once(signal, () => process.exit(code));

/** Tries the package under one Node, or everything under all. */
async function testNodes(directory: string, only: number | undefined): Promise<void> {
  say('packing');
  const running = otherNode(Number.parseInt(process.versions.node, 10));
  await running.must(ROOT, [npmScript('npm'), 'pack', '--pack-destination', directory]);
  const tarball = join(directory, `memory-vault-${VERSION}.tgz`);
  const rows: string[][] = [];
  // Node 20 first: the SQLite that is compiled for it there serves its clone, too.
  let compiled = '';
  for (const node of only === undefined ? [20, 22, 24, 26].map(otherNode) : [otherNode(only)]) {
    say(`Node ${node.major}: npx of the package in an empty directory, a vault, verify`);
    const tried = await tryPackage(node, tarball, directory);
    if (node.major === 20) compiled = tried.installed;
    const tests = only === undefined ? await testsUnder(node, directory, compiled) : 'not asked';
    rows.push(rowOf(node, tests, tried));
  }
  console.log(table(HEAD, rows));

  if (compiled !== '') {
    say('a clone that was installed for Node 20, under Node 24 and under Node 20 again');
    const node20 = otherNode(20);
    await changeNode(await cloneFor(node20, directory, compiled), node20, otherNode(24));
  }
  say('Node 18 is refused');
  await refuseOld(ROOT, otherNode(18));
}

/** Runs the tests under a Node, in a clone that is installed for it; returns how many passed. */
async function testsUnder(node: OtherNode, directory: string, compiled: string): Promise<string> {
  const clone = await cloneFor(node, directory, compiled);
  say(`Node ${node.major}: the tests`);
  const { ok, passed, total } = await testsOf(node, clone);
  if (!ok) process.exitCode = 1;
  return `${passed} of ${total}`;
}

function rowOf({ major }: OtherNode, tests: string, tried: Tried): string[] {
  return [
    String(major),
    tests,
    `${tried.npxSeconds.toFixed(1)} s`,
    `${Math.round(tried.startMs)} ms`,
    tried.memory === undefined ? '–' : `${Math.round(tried.memory / 1e6)} MB`,
    `${tried.verified} events`,
  ];
}

function say(what: string): void {
  console.log(`nodes: ${what}`);
}
