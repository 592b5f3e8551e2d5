import { z } from 'zod';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { Visibility } from '../domain/visibility.js';
import type { ConventionsRow } from '../projections/conventions.js';
import type { Sql } from '../sqlite/sqlite.js';
import { OWN_FIRST, ownFirst } from './ownFirst.js';

/** A project's conventions in a response. */
export const Conventions = z
  .object({
    project: z.string(),
    team: z
      .string()
      .optional()
      .meta({ description: 'The team that they are for; left out when they are for all.' }),
    content: z.string(),
    version: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    updated_at: OutTime.nullable(),
  })
  .meta({
    id: 'Conventions',
    description: 'What a project has agreed on; version 0 if nothing is published.',
  });
export type Conventions = z.infer<typeof Conventions>;

/**
 * The newest conventions of a project that the caller may see: those of `team`, if it has some, else those for all.
 * Without any, version 0 with empty content.
 */
export function getConventions(
  views: Sql,
  sees: Visibility,
  { project, team }: { project: string; team: string | undefined },
): Conventions {
  const row = views.get<ConventionsRow>(
    `SELECT * FROM conventions WHERE project = :project AND ${OWN_FIRST} LIMIT 1`,
    { ...ownFirst(sees, team), project },
  );
  if (!row) return { project, content: '', version: 0, updated_at: null };
  const { content, version, updated_at } = row;
  return {
    project,
    team: row.team ?? undefined,
    content,
    version,
    updated_at: formatTime(updated_at),
  };
}
