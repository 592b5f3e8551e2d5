import type { VaultClient } from 'memory-vault-client';
import { type WorkingCopy, workingCopyOf } from '../../checkout/workingCopy.js';
import { Rejection } from '../../domain/rejection.js';
import { ELSEWHERE } from '../../mcp/tool.js';
import { misused } from './exit.js';
import { boundHere } from './project.js';

/** What `--file` takes. */
export const FILE_OPTION = 'the file or lines that the note is about, such as src/pay.ts:10-24';

/** The working copy of the current folder, of the project as a vault calls it. It refuses wrong files as a wrong option. */
export async function workingCopyHere(vault: VaultClient): Promise<WorkingCopy> {
  const copy = workingCopyOf(await boundHere(vault)) ?? ELSEWHERE;
  return {
    ...copy,
    async anchorsOf(files, project) {
      try {
        return await copy.anchorsOf(files, project);
      } catch (error) {
        if (error instanceof Rejection) throw misused(error.message);
        throw error;
      }
    },
  };
}
