import type { App } from '../../app/app.js';
import { actorOf, type Caller } from '../../domain/caller.js';
import { Rejection } from '../../domain/rejection.js';
import type { Visibility } from '../../domain/visibility.js';
import { saverOf } from '../../queries/saverOf.js';
import { currentTeams } from '../security/teams.js';

/** As answers show who saved something: `saverOf`, or the actor where the read models cannot tell more. */
export async function shownSaver(
  app: App,
  sees: Visibility,
  actor: string,
): Promise<string | undefined> {
  if (!sees.savers) return undefined;
  try {
    return saverOf(await currentTeams(app), actor);
  } catch (error) {
    if (error instanceof Rejection && error.code === 'not_ready') return actor;
    throw error;
  }
}

/** The same for the caller itself. */
export function callerAsSaver(caller: Caller, sees: Visibility): string | undefined {
  if (!sees.savers) return undefined;
  return caller.kind === 'member' ? caller.email : actorOf(caller);
}
