import { z } from 'zod';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { ConventionsRow } from '../projections/conventions.js';
import type { Sql } from '../sqlite/sqlite.js';

/** A project's conventions in a response. */
export const Conventions = z
  .object({
    project: z.string(),
    content: z.string(),
    version: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
    updated_at: OutTime.nullable(),
  })
  .meta({
    id: 'Conventions',
    description: 'What a project has agreed on; version 0 if nothing is published.',
  });
export type Conventions = z.infer<typeof Conventions>;

/** The newest conventions of a project; without any, version 0 with empty content. */
export function getConventions(views: Sql, project: string): Conventions {
  const row = views.get<ConventionsRow>('SELECT * FROM conventions WHERE project = ?', [project]);
  if (!row) return { project, content: '', version: 0, updated_at: null };
  const { content, version, updated_at } = row;
  return { project, content, version, updated_at: formatTime(updated_at) };
}
