import type { Command } from 'commander';
import { ownerPlace } from '../../config/ownerSettings.js';
import type { Partition } from '../../log/shared/postgres/vacuum.js';
import { counted } from '../terminal/counted.js';
import { examplesText } from '../terminal/examplesText.js';

export function logVacuum(log: Command): void {
  log
    .command('vacuum')
    .description(
      'write the files of PostgreSQL anew that still hold texts which were forgotten; for a timer at night',
    )
    .option('--newest', 'also those to which nodes append: saves wait meanwhile')
    .addHelpText(
      'after',
      `
PostgreSQL keeps what is deleted in its files until they are written anew. A million events share one file; who reads or
forgets something in it waits meanwhile. It needs as much free space as the file has. The write-ahead log, standbys, archives
and base backups of PostgreSQL keep what was forgotten for as long as you have set there.

It needs VAULT_LOG_OWNER.
`,
    )
    .addHelpText('after', examplesText(['log vacuum', 'log vacuum --newest']))
    .action(vacuum);
}

async function vacuum({ newest = false }: { newest?: boolean }): Promise<void> {
  const place = ownerPlace(process.env);
  const { asOwner } = await import('../../log/shared/postgres/ownerConnection.js');
  const { partitionsOf, vacuumPartition } = await import('../../log/shared/postgres/vacuum.js');
  await asOwner(place, async (owner) => {
    const soiled = (await partitionsOf(owner)).filter((one) => one.erased > one.erasedBefore);
    if (soiled.length === 0) console.log('nothing was erased since the last time');
    for (const partition of soiled) {
      if (partition.isNewest && !newest) {
        console.log(`${described(partition)}: left as it is, since nodes append to it (--newest)`);
        continue;
      }
      const start = performance.now();
      await vacuumPartition(owner, partition);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      console.log(`${described(partition)}: written anew in ${seconds} s`);
    }
  });
}

function described({ number, erased, erasedBefore }: Partition): string {
  return `payloads_${number}: ${counted(erased - erasedBefore, 'payload')} erased`;
}
