import { growingTree } from '../merkle/growingTree.js';
import type { Checkpoint } from './checkpoint.js';

/** Compares a log with what it once was, while its leaves are read. */
export interface ExtensionCheck {
  onLeaf(leaf: Buffer): void;
  /** After the last leaf: why the log does not extend the checkpoint; undefined when it does. */
  problem(): string | undefined;
}

/** A log extends a checkpoint when its first events are those that the checkpoint speaks of. */
export function extensionCheck({ size, root }: Checkpoint): ExtensionCheck {
  const tree = growingTree();
  let then = size === 0 ? tree.root() : undefined;
  let events = 0;
  return {
    onLeaf(leaf) {
      events += 1;
      if (events > size) return;
      tree.add(leaf);
      if (events === size) then = tree.root();
    },
    problem() {
      if (!then) {
        return `the checkpoint covers ${size} events, the log has ${events}: its end was cut off, or it is another log`;
      }
      if (then.equals(root)) return undefined;
      return `the first ${size} events differ from those of the checkpoint: the log was changed, or it is another log`;
    },
  };
}
