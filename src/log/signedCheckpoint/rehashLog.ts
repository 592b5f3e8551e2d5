import type { Sql } from '../../sqlite/sqlite.js';
import { growingTree } from '../merkle/growingTree.js';
import { headOf } from '../sqlite/headOf.js';
import { envelopesAfter, PAGE } from '../verify/envelopesAfter.js';
import { GENESIS_HASH, leafOf, linkOf } from '../verify/rehash.js';
import type { Checkpoint } from './checkpoint.js';
import { extensionCheck } from './extensionCheck.js';

/**
 * The size and root of a log, computed from every envelope on disk. Throws when the events are not chained up to the
 * head, or do not extend the checkpoints `before`: such a log must not be signed.
 */
export function rehashLog(
  log: Sql,
  before: readonly Checkpoint[] = [],
): { size: number; root: Buffer } {
  return log.db.transaction(() => {
    const tree = growingTree();
    const read = envelopesAfter(log);
    const extended = before.map(extensionCheck);
    let hash = GENESIS_HASH;
    for (;;) {
      const page = read(tree.size, PAGE);
      if (page.length === 0) break;
      for (const row of page) {
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
