import { z } from 'zod';
import type { Dialogue, Turn } from './dataset.js';
import { parseDate } from './parseDate.js';
import { type Read, readJson } from './readJson.js';

const Name = z.string().trim().min(1, 'must not be blank').max(80, 'is longer than 80 characters');

const Message = z
  .object({
    role: Name.nullish(),
    speaker: Name.nullish(),
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
 * The dialogues of a file, an array of `{sessionId, metadata?: {date?, project?}, messages: [{role | speaker,
 * content | text, id? | dia_id?}]}`, in its order. `project` is for those that name none.
 */
export function readDialogues(file: string, project: string): Read<readonly Dialogue[]> {
  const { value, problems } = readJson(file, Sessions);
  if (value === undefined) return { problems };
  return { value: value.map((session) => dialogueOf(session, project)), problems: [] };
}

function dialogueOf(session: z.infer<typeof Session>, defaultProject: string): Dialogue {
  const { sessionId, metadata, messages } = session;
  const project = metadata?.project ?? defaultProject;
  const start = metadata?.date == null ? undefined : parseDate(metadata.date);
  const day = start === undefined ? [] : [new Date(start).toISOString().slice(0, 10)];
  const turns = messages.flatMap((message, i): Turn[] => {
    const text = message.content ?? message.text ?? '';
    if (text.trim() === '') return [];
    const speaker = message.speaker ?? message.role ?? '';
    return [
      {
        ...{ sessionId, project, speaker, text },
        id: message.id ?? message.dia_id ?? undefined,
        title: [speaker, ...day].join(', '),
        at: start === undefined ? undefined : start + i * 1000,
      },
    ];
  });
  return { sessionId, project, turns };
}
