import type { Command } from '@commander-js/extra-typings';
import { readConfig } from '../config/config.js';
import { restore } from '../maintenance/restore.js';
import { printFailure } from './terminal/exit.js';
import { command } from './terminal/program.js';
import { progressLine } from './terminal/progress.js';

export function restoreCommand(program: Command): void {
  command(program, 'restore', {
    description: 'verify a backup and put it in place of the log; stop the service first',
    examples: ['restore vault-2026-11-20.db', 'restore vault-2026-11-20.db --replace'],
  })
    .argument('<file>', 'the backup to restore')
    .option('--replace', 'replace a log that already has events, and keep it under another name')
    .action(async (file, { replace = false }) => {
      const progress = progressLine('building read models');
      const { verified, known, aside, kept, lacks, digest } = await restore(
        readConfig(process.env),
        file,
        {
          replace,
          now: Date.now(),
          onProgress: progress.report,
          onError: printFailure,
        },
      );
      progress.end();
      const { events, head, hash } = verified;
      console.log(`${events} events, the last is event ${head} with hash ${hash}`);
      if (known > events)
        console.log(
          `this directory had ${known} events: the backup lacks ${known - events} of them`,
        );
      if (lacks) console.log(`${lacks}: the backup lacks them, too`);
      if (aside) console.log(`the previous log is kept as ${aside}`);
      for (const name of kept) console.log(`${name} is kept: it has events that the backup lacks`);
      console.log(`read models rebuilt, digest ${digest}`);
    });
}
