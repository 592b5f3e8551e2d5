import type { App } from '../app.js';
import { Rejection } from '../domain/rejection.js';

/** Whether the read model of teams has yet to see the end of the log, so that what it shows may be over. */
export async function isBehind(app: App): Promise<boolean> {
  const { position } = await app.log.head();
  const teams = app.projector.progress().find(({ projection }) => projection.name === 'teams');
  return teams === undefined || teams.position < position;
}

/** The refusal of what cannot be found while it may be in the log already. */
export function notReady(): Rejection {
  return new Rejection('not_ready', 'the read model of teams is behind the log: try again');
}
