import { type WorkingCopy, workingCopyOf } from '../../checkout/workingCopy.js';
import { chosenProject } from '../../connect/chosenProject.js';
import { workingFolder } from '../../connect/folderAt.js';
import { Rejection } from '../../domain/rejection.js';
import { ELSEWHERE } from '../../mcp/tool.js';
import { misused } from './exit.js';

/** What `--file` takes. */
export const FILE_OPTION = 'what it is about: a file, or lines of it such as src/pay.ts:10-24';

/** The working copy of the current folder. It refuses wrong files as a wrong option. */
export function workingCopyHere(): WorkingCopy {
  const { env } = process;
  const copy = workingCopyOf(chosenProject(workingFolder(env), env)) ?? ELSEWHERE;
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
