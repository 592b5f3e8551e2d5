import { z } from 'zod';
import { startService } from '../../support/service.js';
import { type Answer, contentOf, type Request, summaryOf } from '../requests.js';
import type { KillableVault } from './killableVault.js';

/** Starts the service as its users run it. */
export async function httpVault(directory: string): Promise<KillableVault> {
  const service = await startService(directory);
  const gone = new AbortController();
  return {
    async ask(request) {
      try {
        return await answer(service.url, request, gone.signal);
      } catch (error) {
        // Refused or cut connections, and answers cut in the middle.
        if (gone.signal.aborted || error instanceof TypeError || error instanceof SyntaxError) {
          return undefined;
        }
        throw error;
      }
    },
    async kill() {
      await service.stop('SIGKILL');
      // Requests that were sent too late to be cut off would wait for ever.
      gone.abort();
    },
  };
}

const Saved = z.union([
  z.object({ id: z.string() }),
  z.object({ deduplicated: z.literal(true), existing_id: z.string() }),
]);
const Session = z.object({ id: z.string() });

async function answer(url: string, request: Request, signal: AbortSignal): Promise<Answer> {
  const { method, path, body, key } = httpOf(request);
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    signal,
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok || response.status === 202) {
    return { is: 'refused', request: request.do, detail: text };
  }
  const parsed: unknown = text === '' ? undefined : JSON.parse(text);
  switch (request.do) {
    case 'save': {
      const saved = Saved.parse(parsed);
      const { title } = request;
      return 'id' in saved
        ? { is: 'stored', id: saved.id, title }
        : { is: 'duplicate', id: saved.existing_id, title };
    }
    case 'start':
      return { is: 'started', id: Session.parse(parsed).id, goal: request.goal };
    case 'end':
      return { is: 'ended', id: request.session };
    case 'revise':
      return { is: 'revised', id: request.id, title: request.title };
    case 'forget':
      return { is: 'forgotten', id: request.id, title: request.title };
  }
}

function httpOf(request: Request): { method: string; path: string; body?: object; key?: string } {
  switch (request.do) {
    case 'save': {
      const { title, session, force, key } = request;
      const note = { title, content: contentOf(title), type: 'learning', project: 'crash' };
      const body = { ...note, tags: ['t'], session_id: session, force };
      return { method: 'POST', path: '/observations', body, ...(key && { key }) };
    }
    case 'start':
      return { method: 'POST', path: '/sessions', body: { project: 'crash', goal: request.goal } };
    case 'end': {
      const body = { summary: summaryOf(request.session) };
      return { method: 'PUT', path: `/sessions/${request.session}`, body };
    }
    case 'revise': {
      const { id, title } = request;
      const body = { title, content: contentOf(title) };
      return { method: 'PATCH', path: `/observations/${id}`, body };
    }
    case 'forget':
      return { method: 'DELETE', path: `/observations/${request.id}`, body: {} };
  }
}
