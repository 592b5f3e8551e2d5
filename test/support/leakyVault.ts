import type { App } from '../../src/app/app.js';
import { publishConventions, savePrompt } from '../../src/commands/documents.js';
import { redactEvent } from '../../src/commands/redactEvent.js';
import { endSession, startSession } from '../../src/commands/sessions.js';
import type { PrivacyFilter } from '../../src/privacy/privacyFilter.js';
import { redacted } from './redacted.js';
import { saveNote } from './saveNote.js';

/** What the filter of a leaky vault learns late. */
export const SECRET = 'unmistakable7';
/** How many events hold it. */
export const LEAKS = 5;

const context = { meta: { actor: 'test' } };

/** A filter that lets the secret pass until it learns it. */
export function lateFilter() {
  let knows = false;
  const filter: PrivacyFilter = async (text) => {
    const count = knows ? text.split(SECRET).length - 1 : 0;
    return {
      text: redacted(knows ? text.replaceAll(SECRET, '[REDACTED]') : text),
      finds: count > 0 ? [{ kind: 'custom', count }] : [],
    };
  };
  const learn = () => {
    knows = true;
  };
  return { filter, learn };
}

/** Saves the secret in all texts that a redaction reaches. Returns the paths of all reads that show it. */
export async function leak(app: App): Promise<readonly string[]> {
  const { execute } = app.executor;
  const text = `the word ${SECRET}`;
  const session = { project: 'p', team: undefined, country: undefined, agent: undefined };
  const started = await execute(startSession, { ...session, goal: text }, context);
  const id = await saveNote(app, { title: text, content: text, session_id: started.key });
  await execute(endSession, { id: started.key, summary: text }, context);
  await execute(savePrompt, { name: 'n', content: text, tags: [] }, context);
  await execute(publishConventions, { project: 'p', content: text }, context);
  return [
    `/api/v1/observations/${id}`,
    `/api/v1/observations/${id}/history`,
    '/api/v1/search?q=word',
    '/api/v1/context/p',
    '/api/v1/timeline/p',
    '/api/v1/summary/p',
    '/api/v1/sessions/all',
    `/api/v1/sessions/${started.key}`,
    '/api/v1/prompts/n',
    '/api/v1/openspec/p',
    '/admin/export',
    '/api/v1/admin/archive',
  ];
}

/** Redacts the secret in every event that holds it, and returns where the log ends then. */
export async function redactAll(app: App): Promise<number> {
  for (const event of await app.log.readAfter(0, 1000)) {
    if (event.type === 'erased' || event.type === 'event.redacted') continue;
    await app.executor.execute(redactEvent, event, context);
  }
  return (await app.log.head()).position;
}
