import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { OnProgress } from '../views/projector.js';
import { type VerifyJob, verify } from './verify.js';
import type { VerifyReport } from './verifyReport.js';

/** Verifies a log before it becomes the only truth elsewhere. Throws when anything is wrong with it. */
export async function verifyWhole(job: VerifyJob, onProgress?: OnProgress): Promise<VerifyReport> {
  const report = await verify(job, { ...(onProgress && { log: onProgress }) });
  const [problem] = report.problems;
  if (!problem) return report;
  const { logFile: file } = job;
  throw new Diagnostic(
    'file_damaged',
    `${file} does not verify, and nothing was moved: ${problem.detail} (${report.problems.length + report.more} in all)`,
    { file },
  );
}
