import { existingVault } from './existingVault.js';
import { openOwnerClient } from './ownerClient.js';
import { misused } from './terminal/failed.js';

/** What `memory-vault forget` erases besides notes: one of both. */
export interface Subject {
  readonly project?: string;
  readonly person?: string;
  readonly dryRun?: boolean;
}

/**
 * Erases everything of a project or about a person, and prints the receipt as JSON. A service may be running. The exit code is 1
 * where a file still holds some of it.
 */
export async function forgetSubject({ project, person, dryRun = false }: Subject): Promise<void> {
  if ((project === undefined) === (person === undefined)) {
    throw misused('forget needs either ids of notes, or --project, or --person');
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
