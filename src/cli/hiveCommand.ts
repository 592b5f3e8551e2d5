import { existsSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { dataFiles } from '../config/dataFiles.js';
import { WITHHELD_BECAUSE } from '../hive/exportPolicy.js';
import { rulesOf, subjectOf } from '../hive/hive.js';
import { type HiveLedger, hiveLedger } from '../hive/hiveLedger.js';
import { dryRunPush, type PushDryRun } from '../hive/planEvent.js';
import { streamReads } from '../log/sqlite/logReader.js';
import { openLogReader } from '../log/sqlite/migrate.js';
import { envelopeOf } from '../log/sqlite/readEvents.js';
import { ownFilter } from '../privacy/privacyFilter.js';
import { openSqliteReader } from '../sqlite/sqlite.js';
import { existingVault } from './existingVault.js';
import { command } from './terminal/program.js';

export function hiveCommand(program: Command): void {
  const hive = program.command('hive').description('commands for sharing notes with other vaults');
  command(hive, 'dry-run', {
    description:
      'show which notes would be pushed to the hub, and why the others stay here; sends nothing',
    examples: ['hive dry-run --json'],
  })
    .option('--json', 'print one JSON object per line, with each note as it would be sent')
    .action(async ({ json = false }) => {
      const config = readConfig(process.env);
      const { hive: settings } = config;
      if (!settings)
        throw new Error('there is no hub to push to: set VAULT_HIVE_URL and VAULT_HIVE_KEY');
      existingVault(config);
      const files = dataFiles(config);
      const sql = openLogReader(files.log);
      const ledger = readLedger(files.hive, subjectOf(settings).hub);
      try {
        const log = {
          ...streamReads(sql),
          envelopeOf: async (name: string) => envelopeOf(sql, name),
        };
        const rules = rulesOf(settings, log, ownFilter(config.privatePatterns));
        const totals = new Map<string, number>();
        for await (const one of dryRunPush({ log, ledger: ledger ?? NOTHING_PUSHED, rules })) {
          console.log(json ? JSON.stringify(one) : lineOf(one));
          totals.set(one.verdict, (totals.get(one.verdict) ?? 0) + 1);
        }
        if (json) return;
        for (const refusal of ledger?.refusals(100) ?? []) {
          console.log(`refused   ${refusal.note}  by the hub: ${refusal.reason}`);
        }
        const count = (verdict: string) => totals.get(verdict) ?? 0;
        console.log(
          `${count('push')} to push, ${count('retract')} to retract, ${count('stays')} stay here; nothing was sent`,
        );
      } finally {
        ledger?.close();
        sql.db.close();
      }
    });
}

/** The ledger as the service left it, if it is about this hub. */
function readLedger(file: string, hub: string): HiveLedger | undefined {
  if (!existsSync(file)) return undefined;
  const ledger = hiveLedger(openSqliteReader(file));
  if (ledger.state().hub === hub) return ledger;
  ledger.close();
  return undefined;
}

/** A ledger before anything was pushed. */
const NOTHING_PUSHED = {
  state: () => ({ cursor: 0, unknown_up_to: 0, elsewhere: 0 }),
  heldBy: () => undefined,
};

function lineOf({ verdict, note, type, title, stays, found }: PushDryRun): string {
  const what = [verdict.padEnd(9), note, type ?? ''].join('  ').trimEnd();
  const why =
    stays && [WITHHELD_BECAUSE[stays], ...(found.length > 0 ? [found.join(', ')] : [])].join(': ');
  const replaced = !stays && found.length > 0 ? `without ${found.join(', ')}` : undefined;
  return [what, title, why, replaced].filter((part) => part !== undefined).join('  ');
}
