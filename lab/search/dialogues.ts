import { z } from 'zod';
import { type Read, readJson } from './dataFiles.js';

/** A message of a dialogue, which is saved as a note. Compared by identity: ids need not be unique across dialogues. */
export interface Turn {
  /** `sessionId` of its dialogue. */
  readonly sessionId: string;
  readonly project: string;
  /** The id in the file, if it has one. */
  readonly id: string | undefined;
  readonly speaker: string;
  /** Its own, else speaker and day, such as `assistant, 2025-01-15`. */
  readonly title: string;
  /** Never blank. */
  readonly text: string;
  /** Milliseconds since 1970; undefined when the dialogue has no date. */
  readonly at: number | undefined;
}

/** A conversation; blank turns are left out. */
export interface Dialogue {
  readonly sessionId: string;
  readonly project: string;
  readonly turns: readonly Turn[];
}

const Name = z.string().trim().min(1, 'must not be blank').max(80, 'is longer than 80 characters');

const Message = z
  .object({
    role: Name.nullish(),
    speaker: Name.nullish(),
    title: z.string().trim().min(1, 'must not be blank').nullish(),
    content: z.string().nullish(),
    text: z.string().nullish(),
    id: z.string().nullish(),
    dia_id: z.string().nullish(),
  })
  .refine(({ role, speaker }) => role ?? speaker, 'has neither role nor speaker')
  .refine(({ content, text }) => (content ?? text) != null, 'has neither content nor text');

const Session = z.object({
  sessionId: z.string().min(1, 'must not be empty'),
  metadata: z
    .object({
      date: z
        .string()
        .refine((date) => !Number.isNaN(parseDate(date)), 'is not a date')
        .nullish(),
      project: Name.nullish(),
    })
    .nullish(),
  messages: z.array(Message),
});

const Sessions = z
  .array(Session)
  .min(1, 'holds no sessions')
  .superRefine((sessions, ctx) => {
    const seen = new Set<string>();
    for (const [i, { sessionId }] of sessions.entries()) {
      const path = [i, 'sessionId'];
      if (seen.has(sessionId)) ctx.addIssue({ code: 'custom', path, message: 'comes twice' });
      seen.add(sessionId);
    }
  });

/**
 * The dialogues of a file, an array of `{sessionId, metadata?: {date?, project?}, messages: [{role | speaker, title?,
 * content | text, id? | dia_id?}]}`, in its order. Those that name no project get the project `eval`.
 */
export function readDialogues(file: string): Read<readonly Dialogue[]> {
  const { value, problems } = readJson(file, Sessions);
  if (value === undefined) return { problems };
  return { value: value.map(dialogueOf), problems: [] };
}

function dialogueOf({ sessionId, metadata, messages }: z.infer<typeof Session>): Dialogue {
  const project = metadata?.project ?? 'eval';
  const start = metadata?.date == null ? undefined : parseDate(metadata.date);
  const day = start === undefined ? [] : [new Date(start).toISOString().slice(0, 10)];
  const turns = messages.flatMap((message, i): Turn[] => {
    const text = message.content ?? message.text ?? '';
    if (text.trim() === '') return [];
    const speaker = message.speaker ?? message.role ?? '';
    return [
      {
        sessionId,
        project,
        speaker,
        text,
        id: message.id ?? message.dia_id ?? undefined,
        title: message.title ?? [speaker, ...day].join(', '),
        at: start === undefined ? undefined : start + i * 1000,
      },
    ];
  });
  return { sessionId, project, turns };
}

/**
 * Milliseconds since 1970 of a date or date-time as data sets write them, NaN when it is none:
 * `2025-01-15`, RFC 3339, `2023/05/20 (Sat) 02:21`, `1:56 pm on 8 May, 2023`. Without an offset it is UTC.
 */
export function parseDate(text: string): number {
  const [, time, day] = /^(\d{1,2}:\d{2}.*?) on (.+)$/.exec(text.trim()) ?? [];
  const dated = day === undefined ? text.trim() : `${day} ${time}`;
  const readings = [`${dated}Z`, `${dated} UTC`, dated].map((reading) => Date.parse(reading));
  return readings.find((ms) => !Number.isNaN(ms)) ?? Number.NaN;
}
