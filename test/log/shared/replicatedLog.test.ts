import { openMemoryNode } from '../../support/memoryNode.js';
import { SharedStore } from '../../support/memorySharedLog.js';
import { eventLogContract } from '../eventLogContract.js';

eventLogContract({
  holdsEnd: true,
  place: () => new SharedStore(),
  open(store, clock) {
    store.clock = clock;
    return openMemoryNode(store, { times: { elapsed: () => performance.now(), wall: clock } });
  },
});
