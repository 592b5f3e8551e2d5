import { z } from 'zod';
import type { App } from '../../app/app.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { OutTime } from '../../domain/timeSchemas.js';
import { Count } from '../../queries/counts.js';

type Entry = Awaited<ReturnType<App['log']['readEntries']>>['entries'][number];

/** An event in the response of `/admin/events`. */
export const LogEntryJson = z
  .object({
    position: Count,
    id: z.string(),
    stream: z.string(),
    version: Count.meta({ description: 'Number of the event within its stream, from 1.' }),
    type: z.string(),
    schema: Count.meta({ description: 'Version of the shape of `data`.' }),
    at: OutTime,
    actor: z.string(),
    data: z
      .unknown()
      .meta({ description: 'The data as it was recorded; null after it was erased.' }),
    redacted_by: Count.optional().meta({
      description:
        'Position of the event that redacted this one; `data` then is the redacted data.',
    }),
    hash: z.string().meta({ description: 'Hash of this event and all before it, in hex.' }),
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
