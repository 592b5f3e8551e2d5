import { test } from 'vitest';
import type { Planned } from '../support/cluster/faultPlan.js';
import { givenNodes } from '../support/cluster/keepPromises.js';

const keepPromises = givenNodes(3);

// Plans that have every kind of fault between them; `npm run lab -- histories` draws others.

const plans: Record<string, readonly Planned[]> = {
  'the network fails': [
    { pause: 1000, fault: { kind: 'a node is cut off', node: 1, ms: 1000, how: 'loses answers' } },
    { pause: 500, fault: { kind: 'the standby is cut off', ms: 500 } },
    { pause: 500, fault: { kind: 'all connections are cut' } },
  ],
  'the primary is lost, and then a node with its copy': [
    { pause: 500, fault: { kind: 'the primary is lost', ms: 200 } },
    { pause: 500, fault: { kind: 'a node is killed', node: 0, ms: 200, loses: true } },
    { pause: 500, fault: { kind: 'all connections are cut' } },
  ],
  'a node is killed and commits are cancelled': [
    { pause: 1000, fault: { kind: 'a node is killed', node: 2, ms: 0, loses: false } },
    { pause: 500, fault: { kind: 'a commit that waits for the standby is cancelled', ms: 500 } },
  ],
  'the primary crashes and starts again': [
    { pause: 500, fault: { kind: 'the primary crashes and starts again', ms: 200 } },
    { pause: 500, fault: { kind: 'the primary freezes the holder of the end', ms: 500 } },
  ],
  'a node hears nothing': [
    { pause: 500, fault: { kind: 'a node is cut off', node: 1, ms: 2500, how: 'hangs' } },
  ],
  'a node that holds the end is frozen': [
    { pause: 0, fault: { kind: 'a node that holds the end is frozen', ms: 5500 } },
  ],
};

test.each(Object.entries(plans))('nodes keep every promise while %s', async (_, plan) => {
  await keepPromises(plan);
});
