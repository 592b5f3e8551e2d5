import type { LogEntry } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';

/** Where the thing that an event is about is shown. */
export interface EventLink {
  readonly label: string;
  readonly href: string;
}

/** The link to what an event is about; undefined where there is no screen for it, or it cannot be known any more. */
export function eventLink({
  stream,
  type,
  data,
}: Pick<LogEntry, 'stream' | 'type' | 'data'>): EventLink | undefined {
  const [, kind = '', key = ''] = /^([a-z]+)\/(.*)$/.exec(stream) ?? [];
  if (type.endsWith('.forgotten')) return undefined;
  if (kind === 'observation') return { label: 'Open the note', href: linkTo(`/note/${key}`) };
  if (kind === 'session') return { label: 'Open the session', href: linkTo(`/sessions/${key}`) };
  if (kind === 'pin') return { label: 'Open the note', href: linkTo(`/note/${key}`) };
  // Their streams have no names, since envelopes are kept for ever.
  if (kind === 'prompt') return named('Open the prompt', '/prompts', data, 'name');
  if (kind === 'conventions') return named('Open the project', '/project', data, 'project');
  return undefined;
}

function named(label: string, path: string, data: unknown, field: string): EventLink | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  // The cast is safe: any object is read by its keys.
  const name = (data as Record<string, unknown>)[field];
  return typeof name === 'string'
    ? { label, href: linkTo(`${path}/${encodeURIComponent(name)}`) }
    : undefined;
}
