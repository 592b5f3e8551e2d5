import type { App } from '../../src/app/app.js';
import { saveObservation } from '../../src/commands/observations.js';

/** Saves a note in an app without a server. Returns its id. */
export async function saveNote(
  app: App,
  about: { title: string; content?: string; project?: string; session_id?: string },
  idempotencyKey?: string,
): Promise<string> {
  const absent = { tags: undefined, team: undefined, country: undefined, author: undefined };
  const note = { content: 'c', type: 'task', project: 'p', session_id: undefined } as const;
  const flags = { dry_run: false, force: false };
  const input = { ...absent, ...note, ...flags, ...about };
  const context = { meta: { actor: 'test' }, idempotencyKey };
  return (await app.executor.execute(saveObservation, input, context)).key;
}
