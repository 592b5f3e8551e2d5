import { openOwnersVault } from './ownerClient.js';
import { askYes, canAsk } from './terminal/askPerson.js';
import { EXIT, Failed, misused } from './terminal/failed.js';
import type { Output } from './terminal/output.js';
import { tellPending } from './terminal/tellPending.js';

/** What `memory-vault forget` erases besides notes: one of both. */
export interface Subject {
  readonly project?: string;
  readonly person?: string;
  readonly dryRun?: boolean;
  /** Do not ask. */
  readonly yes?: boolean;
}

/**
 * Erases everything of a project or about a person, and prints the receipt as JSON; at a terminal, it says what that is and asks.
 * A service may be running. The exit code is 1 where a file still holds some of it.
 */
export async function forgetSubject(
  { project, person, dryRun = false, yes = false }: Subject,
  output: Output,
): Promise<void> {
  if ((project === undefined) === (person === undefined)) {
    throw misused('forget needs either ids of notes, or --project, or --person');
  }
  const { vault, close } = await openOwnersVault(process.env);
  const subject = project === undefined ? { person } : { project };
  const forget = async (isRehearsal: boolean) =>
    (await vault.POST('/admin/forget', { body: { ...subject, dry_run: isRehearsal } })).data;
  try {
    if (!dryRun && !yes && canAsk()) {
      const { matched } = await forget(true);
      output.note(`to be erased: ${countedKinds(matched)}`);
      if (!(await askYes(output, 'Erase all of it, for good?')))
        throw new Failed(EXIT.failed, 'nothing was erased');
    }
    const receipt = await forget(dryRun);
    await output.write(`${JSON.stringify(receipt, null, 2)}\n`);
    output.note(`${dryRun ? 'would be forgotten' : 'forgotten'}: ${countedKinds(receipt.matched)}`);
    if (receipt.pending) tellPending(output);
  } finally {
    await close();
  }
}

function countedKinds(matched: Readonly<Record<string, number>>): string {
  const kinds = Object.entries(matched).filter(([, count]) => count > 0);
  const said = kinds.map(
    ([kind, count]) => `${count} ${count === 1 ? kind.replace(/s$/, '') : kind}`,
  );
  return said.join(', ') || 'nothing';
}
