import { join } from 'node:path';
import { job } from '../../../tools/job.js';
import { built } from '../built.js';

export interface TakingInAlone {
  /** Where the copy is made. */
  readonly directory: string;
  /** As for `VAULT_LOG`. */
  readonly log: string;
}

/** Makes a copy of a shared log, and gives how many events a second it took in. No service runs beside it. */
export const takeInAlone = job(
  import.meta.url,
  async ({ directory, log: place }: TakingInAlone): Promise<number> => {
    const { parsePostgresUrl } =
      await built<typeof import('../../../src/domain/postgres.js')>('domain/postgres.js');
    const { openPostgres } = await built<
      typeof import('../../../src/cluster/postgres/openPostgres.js')
    >('cluster/postgres/openPostgres.js');
    const { replicatedLog } = await built<typeof import('../../../src/cluster/replicatedLog.js')>(
      'cluster/replicatedLog.js',
    );
    const { openSqliteCopy } =
      await built<typeof import('../../../src/cluster/sqliteCopy.js')>('cluster/sqliteCopy.js');
    const postgres = openPostgres(parsePostgresUrl(place), {
      durability: 'managed',
      node: 'bench',
    });
    const nothing = { position: 0, hash: Buffer.alloc(32), answers: 0 };
    const { instance } = (await postgres.log.readBehind(nothing, 1)).end;
    const copy = openSqliteCopy(join(directory, 'log.db'), instance);
    const log = replicatedLog(copy, postgres.log, { pollMs: 0 });
    try {
      const start = performance.now();
      await log.catchUp();
      return (log.position() * 1000) / (performance.now() - start);
    } finally {
      await log.close();
      await postgres.close();
    }
  },
);
