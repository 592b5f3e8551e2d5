import { messageOf } from '../../diagnostics/diagnostic.js';
import type { Check, Fix, Fixing } from './check.js';

/** What became of a fix. */
export interface Fixed {
  /** Of the check. */
  readonly name: string;
  readonly isDone: boolean;
  readonly says: string;
}

/** Asks the user; undefined when nobody can be asked and nobody has agreed. */
type Ask = ((question: string) => Promise<boolean>) | undefined;

/** Does what `--fix` may do about these checks, one after the other, each thing once. What fails is said, and the rest goes on. */
export async function runFixes(
  checks: readonly Check[],
  fixing: Fixing,
  ask: Ask,
): Promise<readonly Fixed[]> {
  const seen = new Set<string>();
  const fixed: Fixed[] = [];
  for (const { name, fix } of checks) {
    if (fix === undefined || seen.has(fix.kind)) continue;
    seen.add(fix.kind);
    fixed.push({ name, ...(await attempt(fix, fixing, ask)) });
  }
  return fixed;
}

async function attempt(
  { question, run }: Fix,
  fixing: Fixing,
  ask: Ask,
): Promise<Omit<Fixed, 'name'>> {
  if (question !== undefined) {
    if (ask === undefined)
      return {
        isDone: false,
        says: 'not changed: memory-vault doctor --fix --yes does it without asking',
      };
    if (!(await ask(question))) return { isDone: false, says: 'not changed' };
  }
  try {
    return { isDone: true, says: await run(fixing) };
  } catch (error) {
    return { isDone: false, says: messageOf(error) };
  }
}
