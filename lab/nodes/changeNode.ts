import type { Ended, OtherNode } from './otherNode.js';

const READY = ['scripts/ready.mjs'];
const CLI = 'dist/cli.js';

/**
 * Starts a clone that was installed for the Node before under the one after, and then under the one before again.
 * Throws what was not as promised: a plain start says what to do, and `npm start` mends it.
 */
export async function changeNode(
  clone: string,
  before: OtherNode,
  after: OtherNode,
): Promise<void> {
  const help = [CLI, 'serve', '--help'];
  assert(await after.run(clone, help), false, /does not load: install memory-vault again/);
  assert(await after.run(clone, READY), true, /installing again/);
  assert(await after.run(clone, help), true, /Usage/);
  assert(await before.run(clone, READY), true, /^$/);
  assert(await before.run(clone, help), true, /Usage/);
}

/** Starts a clone under a Node that is too old. Throws when it says more or less than one sentence. */
export async function refuseOld(clone: string, old: OtherNode): Promise<void> {
  for (const start of [READY, [CLI]]) {
    assert(await old.run(clone, start), false, /^memory-vault: Node \S+ is not supported: .*\n$/);
  }
}

function assert({ ok, stdout, stderr }: Ended, expected: boolean, says: RegExp): void {
  const output = stdout + stderr;
  if (ok === expected && says.test(output)) return;
  throw new Error(`expected ${expected ? 'success' : 'failure'} and ${says}, but got:\n${output}`);
}
