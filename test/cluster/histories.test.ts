import { test } from 'vitest';
import { givenNodes } from '../support/cluster/keepPromises.js';

// Every other fault is in histories.all.test.ts; `npm run lab -- histories` draws plans.

const keepPromises = givenNodes(2);

test('nodes keep every promise while the primary is lost', async () => {
  const plan = [{ pause: 500, fault: { kind: 'the primary is lost', ms: 200 } }] as const;
  await keepPromises(plan);
});
