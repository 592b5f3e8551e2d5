import { writeFileSync } from 'node:fs';
import type { Command } from '@commander-js/extra-typings';
import { openApp } from '../app/openApp.js';
import { type Config, readConfig } from '../config/config.js';
import { type ScrubReceipt, scrub } from '../maintenance/scrub.js';
import { allProjections } from '../projections/allProjections.js';
import { digestViews } from '../views/verifyViews.js';
import { ACCEPT_LOSS, ACCEPTS_LOSS, existingVault } from './existingVault.js';
import { printFailure } from './terminal/exit.js';
import { command } from './terminal/program.js';
import { type ProgressLine, progressLine } from './terminal/progress.js';

const MOST_WAIT_MS = 5000;

export function scrubCommand(program: Command): void {
  command(program, 'scrub', {
    description:
      "run today's privacy filter over the whole history and redact the secrets it finds; " +
      'stop the service first',
    examples: ['scrub --dry-run', 'scrub --receipt scrubbed.json'],
  })
    .option('--dry-run', 'only show what would be redacted')
    .option('--receipt <file>', 'write a report as JSON to this file; it must not exist')
    .option(ACCEPT_LOSS, ACCEPTS_LOSS)
    .action(async ({ dryRun = false, receipt: file, acceptLoss }) => {
      const given = readConfig(process.env);
      // A node of a shared log makes its copy where there is none: it can scrub while the others serve.
      const config = given.sharedLog ? given : existingVault(given);
      // Made first: an unwritable receipt must be found before anything is erased.
      if (file !== undefined) writeFileSync(file, '', { mode: 0o600, flag: 'wx' });
      const progress = progressLine('scrubbing');
      const app = await openApp(config, { onError: printFailure, acceptLoss });
      let receipt: ScrubReceipt;
      try {
        // One rebuild is enough, at the end.
        await app.rebuilder.close();
        receipt = await scrub(app, { dryRun, onProgress: progress.report });
      } finally {
        await app.close();
      }
      progress.end();
      if (file !== undefined) writeFileSync(file, `${JSON.stringify(receipt, null, 2)}\n`);
      report(receipt);
      if (!dryRun && receipt.scrubbed.length > 0) await buildViews(config, progress);
    });
}

const PENDING =
  'pending: another program still reads the vault, so a file still holds what was erased. End that program, then start the ' +
  'service';
const PENDING_ELSEWHERE =
  'pending: a file of another node, or one that another program reads here, still holds what was erased. Each node wipes its ' +
  'files by itself: memory_vault_erasure_pending says whether it has';

/** The old read models still hold erased texts. Opening the vault again builds new ones. */
async function buildViews(config: Config, progress: ProgressLine): Promise<void> {
  const app = await openApp(config, { onError: printFailure, onProgress: progress.report });
  try {
    const { digest } = digestViews(await app.readModels.latest(), allProjections);
    progress.end();
    console.log(`read models rebuilt, digest ${digest}`);
    const { position } = await app.log.head();
    if (await app.wiper.wipe(position, MOST_WAIT_MS)) return;
    console.log(app.cluster.isShared ? PENDING_ELSEWHERE : PENDING);
    process.exitCode = 1;
  } finally {
    await app.close();
  }
}

function report({ dry_run, events, scrubbed, kept_names, after }: ScrubReceipt): void {
  for (const { position, type, stream, found, redacted_by } of scrubbed) {
    const by = redacted_by === undefined ? '' : `, redacted by event ${redacted_by}`;
    console.log(`event ${position} (${type}, ${stream}): ${kinds(found)}${by}`);
  }
  for (const { position, type, stream, found } of kept_names) {
    console.log(
      `event ${position} (${type}, ${stream}): ${kinds(found)} in a name, which a scrub cannot replace: delete what has that name`,
    );
  }
  const done = dry_run ? 'would be redacted' : 'redacted';
  console.log(`${scrubbed.length} of ${events} events ${done}`);
  console.log(`the log ends at event ${after.position} with hash ${after.hash}`);
}

const kinds = (found: ScrubReceipt['scrubbed'][number]['found']) =>
  found.map(({ kind, count }) => `${count} ${kind}`).join(', ');
