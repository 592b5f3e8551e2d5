import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { VERSION } from '../src/config/version.js';
import { table } from '../tools/table.js';
import { changeNode, refuseOld } from './testNodes/changeNode.js';
import { cloneFor, quickTests } from './testNodes/cloneFor.js';
import { npmScript, type OtherNode, otherNode } from './testNodes/otherNode.js';
import { type Tried, tryPackage } from './testNodes/tryPackage.js';

/** Majors of Node. */
interface Asked {
  readonly tested?: number;
  readonly only?: number;
}

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const HEAD = ['Node', 'quick tests', 'npx to ready', 'start to answer', 'memory', 'verify'];

const program = new Command('test:nodes')
  .description('Tries the package, as npm pack makes it, and the quick tests under every Node.')
  .option('--tested <major>', 'a Node whose tests have run: only the package is tried', Number)
  .option('--only <major>', 'run the quick tests under this Node only; default: under all', Number)
  .action(async (asked: Asked) => {
    const directory = mkdtempSync(join(tmpdir(), 'memory-vault-test-'));
    try {
      await testNodes(directory, asked);
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

await program.parseAsync();

async function testNodes(directory: string, { tested, only }: Asked): Promise<void> {
  say('packing');
  const running = otherNode(Number.parseInt(process.versions.node, 10));
  await running.must(ROOT, [npmScript('npm'), 'pack', '--pack-destination', directory]);
  const tarball = join(directory, `memory-vault-${VERSION}.tgz`);
  const inEmptyDirectory = (node: OtherNode) => {
    say(`Node ${node.major}: npx of the package in an empty directory, a vault, verify`);
    return tryPackage(node, tarball, directory);
  };

  const node20 = otherNode(20);
  const on20 = await inEmptyDirectory(node20);
  const clone20 = await cloneFor(node20, directory, on20.installed);
  const rows = [await row(node20, on20, clone20)];
  for (const node of [22, 24, 26].map(otherNode)) {
    const tried = await inEmptyDirectory(node);
    rows.push(await row(node, tried, await cloneFor(node, directory, on20.installed)));
  }
  console.log(table(HEAD, rows));

  say('a clone that was installed for Node 20, under Node 24 and under Node 20 again');
  await changeNode(clone20, node20, otherNode(24));
  say('Node 18 is refused');
  await refuseOld(clone20, otherNode(18));

  /** Runs the quick tests, too, unless all tests have run, or those of another Node were asked for. */
  async function row(node: OtherNode, tried: Tried, clone: string): Promise<string[]> {
    let tests = node.major === tested ? 'all, before' : 'not asked';
    if (node.major !== tested && node.major === (only ?? node.major)) {
      say(`Node ${node.major}: the quick tests`);
      const { ok, passed, total } = await quickTests(node, clone);
      if (!ok) process.exitCode = 1;
      tests = `${passed} of ${total}`;
    }
    return [
      String(node.major),
      tests,
      `${tried.npxSeconds.toFixed(1)} s`,
      `${Math.round(tried.startMs)} ms`,
      tried.memory === undefined ? '–' : `${Math.round(tried.memory / 1e6)} MB`,
      `${tried.verified} events`,
    ];
  }
}

function say(what: string): void {
  console.log(`test:nodes: ${what}`);
}
