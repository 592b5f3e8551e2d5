import { growingTree } from '../merkle/growingTree.js';
import type { Checkpoint } from './checkpoint.js';

/** Checks, while the leaves of a log are read, whether the log extends an earlier checkpoint. */
export interface ExtensionCheck {
  onLeaf(leaf: Buffer): void;
  /** Call it after the last leaf. The reason why the log does not extend the checkpoint; undefined when it does. */
  problem(): string | undefined;
}

/** A log extends a checkpoint when its first `size` events have the checkpoint's root. */
export function extensionCheck({ size, root }: Checkpoint): ExtensionCheck {
  const tree = growingTree();
  let rootAtSize = size === 0 ? tree.root() : undefined;
  let events = 0;
  return {
    onLeaf(leaf) {
      events += 1;
      if (events > size) return;
      tree.add(leaf);
      if (events === size) rootAtSize = tree.root();
    },
    problem() {
      if (!rootAtSize) {
        return `the checkpoint covers ${size} events, the log has ${events}: its end was cut off, or it is another log`;
      }
      if (rootAtSize.equals(root)) return undefined;
      return `the first ${size} events differ from those of the checkpoint: the log was changed, or it is another log`;
    },
  };
}
