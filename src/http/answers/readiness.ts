import { z } from 'zod';
import type { Parts } from '../../app/app.js';
import type { Vault } from '../../app/vault.js';
import { CONDITION_CODES, type DiagnosticCode, entryOf } from '../../diagnostics/catalogue.js';
import type { Condition } from '../../diagnostics/reporter.js';

/** One state that lasts, without the paths that its log line names: this answer is public. */
export const ConditionJson = z
  .object({
    code: z.enum(CONDITION_CODES),
    level: z.enum(['fatal', 'error', 'warn', 'info']),
    meaning: z.string(),
    next: z.string(),
    seconds: z
      .int()
      .min(0)
      .max(Number.MAX_SAFE_INTEGER)
      .meta({ description: 'How long it has lasted.' }),
  })
  .meta({ id: 'Condition' });

export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.object({
      log: z.string(),
      views: z.string(),
      hive: z.string(),
      disk: z.string(),
      clock: z.string(),
      erasure: z.string(),
    }),
    conditions: z.array(ConditionJson).meta({
      description: 'All problems.',
    }),
  })
  .meta({ id: 'Readiness', description: 'For each part: `ok`, or the problem.' });
export type Readiness = z.infer<typeof Readiness>;

/** The answer of a service that is building its read models; `views` says how far it is. */
export function startingUp(views: string): Readiness {
  const unknown = 'unknown';
  const checks = { log: unknown, hive: unknown, disk: unknown, clock: unknown, erasure: unknown };
  return { status: 'not_ready', checks: { ...checks, views }, conditions: [] };
}

type Looked = Pick<Parts, 'vault' | 'upkeep'>;

/**
 * Checks that the log can be read, and saves work, and that all read models are up to date. The hive is optional and
 * does not count; a disk that is nearly full, a clock that is behind and a pending erasure are only warned of.
 */
export async function readiness(parts: Looked): Promise<Readiness> {
  await parts.upkeep.vitals.look();
  return assess(parts);
}

/** The same, as the surroundings were when they were last looked at. */
export async function assess({ vault, upkeep }: Looked): Promise<Readiness> {
  let log = 'ok';
  let views = 'ok';
  try {
    const { position } = await vault.log.head();
    await vault.readModels.latest();
    views = viewsProblem(vault, position) ?? 'ok';
  } catch {
    log = 'cannot be read';
  }
  // After the reads, which may have noticed something.
  const conditions = upkeep.reporter.conditions();
  const refusals = conditions.filter(({ diagnostic }) => refusesSaves(diagnostic.code));
  const refused = refusals.map(({ diagnostic }) => entryOf(diagnostic.code).meaning).join('; ');
  if (log === 'ok' && refused) log = refused;
  const ready = log === 'ok' && views === 'ok';
  return {
    status: ready ? 'ready' : 'not_ready',
    checks: {
      log,
      views,
      hive: await hiveState(vault),
      disk: stateOf(conditions, ['log_disk_full', 'disk_nearly_full']),
      clock: stateOf(conditions, ['clock_jumped', 'clock_behind_log']),
      erasure: stateOf(conditions, ['erasure_pending']),
    },
    conditions: conditions.map(conditionJson),
  };
}

function refusesSaves(code: DiagnosticCode): boolean {
  return entryOf(code).condition === 'saves are refused';
}

/** The meaning of the first of some conditions that lasts now. */
function stateOf(conditions: readonly Condition[], codes: readonly DiagnosticCode[]): string {
  const code = codes.find((one) => conditions.some(({ diagnostic }) => diagnostic.code === one));
  return code === undefined ? 'ok' : entryOf(code).meaning;
}

function conditionJson({ diagnostic, seconds }: Condition): Readiness['conditions'][number] {
  const { code } = diagnostic;
  const { level, meaning, next = '' } = entryOf(code);
  return { code, level, meaning, next, seconds: Math.floor(seconds) };
}

/** The hive is optional: even an error here does not make the service unready. */
async function hiveState({ hive }: Vault): Promise<string> {
  try {
    return (await hive.status()).state;
  } catch {
    return 'unknown';
  }
}

function viewsProblem(vault: Vault, head: number): string | undefined {
  const trouble = vault.readModels.trouble();
  const problems = vault.readModels.progress().flatMap(({ projection, position, stopped }) => {
    if (stopped) return [`${projection.name} stopped at event ${stopped.at}`];
    return position < head ? [`${projection.name} is ${head - position} events behind`] : [];
  });
  if (trouble !== undefined) problems.unshift(trouble);
  return problems.length > 0 ? problems.join('; ') : undefined;
}
