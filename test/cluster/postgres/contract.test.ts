import type { OpenPostgres } from '../../../src/cluster/postgres/openPostgres.js';
import { replicatedLog } from '../../../src/cluster/replicatedLog.js';
import { openSqliteCopy } from '../../../src/cluster/sqliteCopy.js';
import { eventLogContract } from '../../log/eventLogContract.js';
import { copyPlace } from '../../support/memoryNode.js';
import { givenPostgres, type TestDatabase } from '../../support/postgres/givenPostgres.js';

const database = givenPostgres();
/** A busy machine is no reason to give up. */
const PATIENT = { patienceMs: 60_000, lookMs: 60_000 };

const NOTHING = { position: 0, hash: Buffer.alloc(32), answers: 0 };

/** Opens the log of a node with an empty copy, and has it catch up. */
async function nodeOn({ log }: OpenPostgres) {
  const { instance } = (await log.readBehind(NOTHING, 1)).end;
  const node = replicatedLog(openSqliteCopy(copyPlace(), instance), log, PATIENT);
  await node.catchUp();
  return node;
}

let count = 0;
eventLogContract<Promise<TestDatabase>>({
  holdsEnd: true,
  hasOwnClock: true,
  place: database,
  open: async (place) => nodeOn((await place).open({ node: `node ${++count}` })),
});
