import { z } from 'zod';

// The parts of the service's answers that the loader reads, written from the API document and not from the code
// under test.

const Counts = z.record(z.string(), z.number());

export const Observation = z.object({
  id: z.string(),
  session_id: z.string().nullable(),
  type: z.string(),
  title: z.string(),
  content: z.string(),
  tags: z.array(z.string()),
  author: z.string().optional(),
  created_at: z.string(),
});
export type Observation = z.infer<typeof Observation>;

export const Observations = z.array(Observation);

export const Session = z.object({ id: z.string(), state: z.string() });

export const BatchAnswer = z.object({
  results: z.array(
    z.object({
      error: z.string().optional(),
      observation: Observation.optional(),
      redactions: z.array(z.object({ kind: z.string(), count: z.number() })).optional(),
    }),
  ),
  stored: z.number(),
  deduplicated: z.number(),
  failed: z.number(),
});

export const Stats = z.object({
  observations_total: z.number(),
  sessions_total: z.number(),
  sessions_active: z.number(),
  by_type: Counts,
  by_project: Counts,
  daily_activity: z.array(z.object({ date: z.string(), count: z.number() })),
  saves: z.object({ stored: z.number(), deduplicated: z.number() }),
  redactions_total: z.number(),
});
export type Stats = z.infer<typeof Stats>;

export const Summary = z.object({
  observations_total: z.number(),
  sessions_total: z.number(),
  sessions_active: z.number(),
  by_type: Counts,
  by_author: Counts,
  top_tags: z.array(z.object({ tag: z.string(), count: z.number() })),
  first_at: z.string().nullable(),
  last_at: z.string().nullable(),
});
export type Summary = z.infer<typeof Summary>;
