import type { App } from '../../app/app.js';
import { Rejection } from '../../domain/rejection.js';

const TEAMS = 'teams';

/** The read models once that of teams is current; no other is waited for. */
export const currentTeams = ({ readModels }: App) => readModels.current(TEAMS);

/** Whether the read model of teams has stopped or could not be written, so that what it shows may be over. */
export function isTeamsViewBehind({ readModels }: App): boolean {
  return readModels.isBehind(TEAMS);
}

/** The refusal of what cannot be found while it may be in the log already. */
export function teamsNotReady(): Rejection {
  return new Rejection(
    'not_ready',
    'the read model of teams has not yet applied the whole log: try again',
  );
}
