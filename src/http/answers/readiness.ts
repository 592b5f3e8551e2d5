import { z } from 'zod';
import type { App } from '../../app/app.js';

export const Readiness = z
  .object({
    status: z.enum(['ready', 'not_ready']),
    checks: z.object({ log: z.string(), views: z.string(), hive: z.string() }),
  })
  .meta({ id: 'Readiness', description: 'For each part: `ok`, or the problem.' });
export type Readiness = z.infer<typeof Readiness>;

/** Checks that the log can be read and that all read models are up to date. The hive is optional and does not count. */
export async function readiness(app: App): Promise<Readiness> {
  let log = 'ok';
  let views = 'ok';
  try {
    const { position } = await app.log.head();
    await app.readModels.latest();
    views = viewsProblem(app, position) ?? 'ok';
  } catch {
    log = 'cannot be read';
  }
  const ready = log === 'ok' && views === 'ok';
  return {
    status: ready ? 'ready' : 'not_ready',
    checks: { log, views, hive: await hiveState(app) },
  };
}

/** The hive is optional: even an error here does not make the service unready. */
async function hiveState({ hive }: App): Promise<string> {
  try {
    return (await hive.status()).state;
  } catch {
    return 'unknown';
  }
}

function viewsProblem(app: App, head: number): string | undefined {
  const trouble = app.readModels.trouble();
  const problems = app.readModels.progress().flatMap(({ projection, position, stopped }) => {
    if (stopped) return [`${projection.name} stopped at event ${stopped.at}`];
    return position < head ? [`${projection.name} is ${head - position} events behind`] : [];
  });
  if (trouble !== undefined) problems.unshift(trouble);
  return problems.length > 0 ? problems.join('; ') : undefined;
}
