import type { Command } from 'commander';
import { existingVault } from './existingVault.js';
import { openOwnerClient } from './ownerClient.js';

interface Options {
  readonly project?: string;
  readonly person?: string;
  readonly dryRun?: boolean;
}

export function forgetCommand(program: Command): void {
  program
    .command('forget')
    .description(
      'erase everything of a project or everything about a person, and print a receipt as JSON; a service may be running',
    )
    .option('--project <name>', 'the project, compared without case')
    .option('--person <email>', 'e-mail address or author name of the person, or id of a member')
    .option('--dry-run', 'only count what would be erased')
    .action(forget);
}

async function forget({ project, person, dryRun = false }: Options): Promise<void> {
  if ((project === undefined) === (person === undefined)) {
    throw new Error('forget needs either --project or --person');
  }
  const { vault, close } = await openOwnerClient(existingVault());
  try {
    const body = { ...(project === undefined ? { person } : { project }), dry_run: dryRun };
    const { data } = await vault.POST('/admin/forget', { body });
    console.log(JSON.stringify(data, null, 2));
    const kinds = Object.entries(data.matched).filter(([, count]) => count > 0);
    const what = kinds.map(([kind, count]) => `${count} ${kind}`).join(', ') || 'nothing';
    console.error(`${dryRun ? 'would be forgotten' : 'forgotten'}: ${what}`);
    if (!data.pending) return;
    console.error(
      'pending: a file still holds some of it; it is wiped as soon as nothing reads it',
    );
    process.exitCode = 1;
  } finally {
    await close();
  }
}
