import { z } from 'zod';
import type { App } from '../app/app.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import { Count } from '../queries/counts.js';

type Entry = Awaited<ReturnType<App['log']['readEntries']>>['entries'][number];

/** An event in the response of `/admin/events`. */
export const LogEntryJson = z
  .object({
    position: Count,
    id: z.string(),
    stream: z.string(),
    version: Count.meta({ description: 'Its place in the stream.' }),
    type: z.string(),
    schema: Count.meta({ description: 'The shape of `data`.' }),
    at: OutTime,
    actor: z.string(),
    data: z.unknown().meta({ description: 'What it said, as it was recorded; null once erased.' }),
    redacted_by: Count.optional().meta({
      description: 'Place of the event that says it in other words, which `data` then are.',
    }),
    hash: z.string().meta({ description: 'The hash of the chain up to it, in hex.' }),
  })
  .meta({ id: 'LogEntry', description: 'An event of the log.' });
export type LogEntryJson = z.infer<typeof LogEntryJson>;

export function toLogEntryJson({ at, meta, redacted_by, hash, ...rest }: Entry): LogEntryJson {
  return {
    ...rest,
    at: formatTime(toSeconds(at)),
    actor: meta.actor,
    ...(redacted_by !== null && { redacted_by }),
    hash: hash.toString('hex'),
  };
}
