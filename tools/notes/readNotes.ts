import { readFileSync } from 'node:fs';
import { z } from 'zod';

const NoteLine = z.object({
  project: z.string(),
  title: z.string(),
  content: z.string(),
  type: z.string(),
  tags: z.array(z.string()),
  author: z.string(),
  session: z.string(),
  at: z.string().refine((at) => !Number.isNaN(Date.parse(at)), 'must be a date-time'),
});

/** A note as its file has it; `session` names the work session it belongs to, `at` has any offset. */
export type Note = z.infer<typeof NoteLine> & {
  /** Counts from 1. */
  readonly line: number;
};

/** The notes of an NDJSON file, in its order. Throws an error that lists every invalid line. */
export function readNotes(file: string): readonly Note[] {
  const notes: Note[] = [];
  const problems: string[] = [];
  for (const [i, text] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (text.trim() === '') continue;
    const parsed = NoteLine.safeParse(parseJson(text));
    if (parsed.success) notes.push({ ...parsed.data, line: i + 1 });
    else problems.push(`line ${i + 1}: ${parsed.error.issues.map(lineOf).join('; ')}`);
  }
  if (problems.length > 0)
    throw new Error([`${file} has lines that are not notes:`, ...problems].join('\n'));
  if (notes.length === 0) throw new Error(`${file} holds no notes`);
  return notes;
}

const lineOf = ({ path, message }: z.core.$ZodIssue) => `${path.join('.')} ${message}`.trim();

/** Undefined for a text that is not JSON; the schema then reports that an object is missing. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
