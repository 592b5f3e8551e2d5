import { lchownSync } from 'node:fs';
import { onTestFinished, vi } from 'vitest';

/** A user that no test runs as. */
const STRANGER = 54_321;

/** Until the test ends, `path` (not what it links to) belongs to another user than the one that this process runs as. */
export function belongsToAnother(path: string): void {
  // Only root may give files away. Anybody may look as if he were somebody else.
  if (process.getuid?.() === 0) lchownSync(path, STRANGER, STRANGER);
  else runAs(STRANGER);
}

/** Until the test ends, this process seems to run as another user than root. */
export function runsAsNobodySpecial(): void {
  if (process.getuid?.() === 0) runAs(STRANGER);
}

function runAs(uid: number): void {
  const spy = vi.spyOn(process, 'getuid').mockReturnValue(uid);
  onTestFinished(() => spy.mockRestore());
}
