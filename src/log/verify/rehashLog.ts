import { growingTree } from '../../proof/merkleTree.js';
import type { Tree } from '../../proof/treePaths.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { headOf } from '../sqlite/headOf.js';
import { envelopesAfter } from './eventRows.js';
import { GENESIS_HASH, leafOf, linkOf } from './rehash.js';

/**
 * Checks, while the leaves of a log are read, whether the log extends an earlier checkpoint: whether its first `size` events
 * have the checkpoint's root.
 */
export function extensionCheck({ size, root }: Tree) {
  const tree = growingTree();
  let rootAtSize = size === 0 ? tree.root() : undefined;
  let events = 0;
  return {
    onLeaf(leaf: Buffer): void {
      events += 1;
      if (events > size) return;
      tree.add(leaf);
      if (events === size) rootAtSize = tree.root();
    },
    /** Call it after the last leaf. The reason why the log does not extend the checkpoint; undefined when it does. */
    problem(): string | undefined {
      if (!rootAtSize) {
        return `the checkpoint covers ${size} events, the log has ${events}: its end was cut off, or it is another log`;
      }
      if (rootAtSize.equals(root)) return undefined;
      return `the first ${size} events differ from those of the checkpoint: the log was changed, or it is another log`;
    },
  };
}

/**
 * The size and root of a log, computed from every envelope on disk. Throws when the events are not chained up to the
 * head, or do not extend the checkpoints `before`: such a log must not be signed.
 */
export function rehashLog(log: Sql, before: readonly Tree[] = []): { size: number; root: Buffer } {
  return log.db.transaction(() => {
    const tree = growingTree();
    const extended = before.map(extensionCheck);
    let hash = GENESIS_HASH;
    for (const row of envelopesAfter(log)) {
      const leaf = leafOf(row);
      hash = linkOf(hash, leaf);
      if (row.position !== tree.size + 1 || row.hash !== hash) {
        throw new Error(
          `log.db: the hash of event ${row.position} does not follow from the events before it: run memory-vault verify`,
        );
      }
      const bytes = Buffer.from(leaf, 'binary');
      tree.add(bytes);
      for (const check of extended) check.onLeaf(bytes);
    }
    const head = headOf(log);
    if (head.position !== tree.size || head.hash.toString('hex') !== hash) {
      throw new Error('log.db does not end where its head says: run memory-vault verify');
    }
    for (const check of extended) {
      const problem = check.problem();
      if (!problem) continue;
      throw new Error(`not signed: this key signed a different history before: ${problem}`);
    }
    return { size: tree.size, root: tree.root() };
  })();
}
