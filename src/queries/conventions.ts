import { z } from 'zod';
import { projectKey } from '../domain/projectKey.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import { type Visibility, wallOf } from '../domain/visibility.js';
import { conventions } from '../events/conventions.js';
import type { ConventionsRow } from '../projections/conventions.js';
import type { Sql } from '../sqlite/sqlite.js';
import { OWN_FIRST, ownFirst } from './ownFirst.js';

/** A project's conventions in a response. */
export const Conventions = z
  .object({
    project: z.string(),
    team: z.string().optional().meta({ description: 'Left out when they are for all.' }),
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
    `SELECT * FROM conventions WHERE project_key = :project AND ${OWN_FIRST}, position DESC LIMIT 1`,
    { ...ownFirst(sees, team), project: projectKey(project) },
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

/** The keys of the streams that hold the conventions of a project, for a team or for all; one, or several in an old log. */
export function conventionsStreams(
  views: Sql,
  { project, team }: { project: string; team: string | undefined },
): readonly string[] {
  return views
    .all<Pick<ConventionsRow, 'stream'>>(
      `SELECT stream FROM conventions WHERE project_key = :project AND wall = :wall
       GROUP BY stream ORDER BY max(position)`,
      { project: projectKey(project), wall: wallOf(team) },
    )
    .map(({ stream }) => stream.slice(conventions.name.length + 1));
}
