import { z } from 'zod';
import { ShownAnchor } from './anchorSchemas.js';
import { Name, OutTime, StoredName } from './fields.js';
import { Ulid } from './ids.js';
import { OBSERVATION_TYPES } from './observationTypes.js';
import { VALIDITIES } from './validity.js';

export const ObservationType = z.enum(OBSERVATION_TYPES).meta({ id: 'ObservationType' });
export type ObservationType = z.infer<typeof ObservationType>;

/** Checks the count before any tag is parsed: a body has room for hundreds of thousands of wrong ones. */
const limitCount = (tags: unknown, { addIssue }: z.RefinementCtx) => {
  if (Array.isArray(tags) && tags.length > 1000) addIssue('must be at most 1,000 tags');
  return tags;
};

/** At most 50 tags, trimmed; a repeated tag counts once. */
export const Tags = z
  .preprocess(limitCount, z.array(Name))
  .transform((tags) => [...new Set(tags)])
  .refine((tags) => tags.length <= 50, 'must be at most 50 different tags');

/** How many voices found what of a note. */
export const Verdicts = z
  .object({ helped: z.int().min(0), outdated: z.int().min(0), wrong: z.int().min(0) })
  .meta({
    id: 'Verdicts',
    description: 'How many voices found what of it, as far as the caller may hear them.',
  });

/** An observation as the service shows it. */
export const Observation = z
  .object({
    id: Ulid,
    session_id: Ulid.nullable(),
    project: StoredName.optional(),
    team: StoredName.optional(),
    country: StoredName.optional(),
    type: ObservationType,
    title: z.string(),
    content: z.string(),
    content_bytes: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().meta({
      description: 'Of the whole content in UTF-8, where `content` is shortened.',
    }),
    tags: z.array(z.string()),
    anchors: z.array(ShownAnchor).optional().meta({ description: 'What it is about.' }),
    author: StoredName.optional(),
    saved_by: z.string().optional().meta({
      description:
        'Who saved it, on a vault for members only: an e-mail, else the caller in the log.',
    }),
    created_at: OutTime,
    revision: z.int().min(1).max(Number.MAX_SAFE_INTEGER).optional().meta({
      description: 'From 1. Of an observation with a single revision, only the history shows it.',
    }),
    origin: z
      .object({ instance: z.string(), id: Ulid })
      .optional()
      .meta({ description: 'The vault that it was received from, and its id there.' }),
    supersedes: Ulid.optional().meta({ description: 'The note whose place it takes.' }),
    superseded_by: Ulid.optional().meta({ description: 'The newest note that takes its place.' }),
    pinned: z.literal(true).optional(),
    verdicts: Verdicts.optional().meta({ description: 'Left out while there are none.' }),
    often_wrong: z.literal(true).optional().meta({
      description: 'At least two voices found it outdated or wrong, and more than it has helped.',
    }),
    valid_until: OutTime.optional().meta({ description: 'Until when it holds.' }),
    review_after: OutTime.optional().meta({ description: 'When somebody should look at it.' }),
    validity: z.enum(VALIDITIES).optional().meta({
      description:
        'Past `valid_until`, past `review_after`, or, where it has neither, old for its type. Left out while it holds.',
    }),
    state: z.literal('proposed').optional().meta({
      description: 'It waits in the inbox. Left out where it is accepted.',
    }),
    suspect: z.string().optional().meta({
      description: 'Why it is given to no agent: it speaks to the model that reads it.',
    }),
    updated_at: OutTime.optional().meta({ description: 'Time of this revision.' }),
  })
  .meta({ id: 'Observation' });
export type Observation = z.infer<typeof Observation>;
