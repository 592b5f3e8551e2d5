import { z } from 'zod';
import { SDD_PHASES } from '../domain/sdd.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { SddRow } from '../projections/sdd.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, NOW } from './asOf.js';

export const SddStatus = z
  .object({
    project: z.string(),
    phase: z.enum(SDD_PHASES),
    updated_at: OutTime.nullable(),
    phases: z.array(z.enum(SDD_PHASES)).meta({ description: 'All phases, in order.' }),
  })
  .meta({
    id: 'SddStatus',
    description: 'The phase of spec-driven development that a project is in.',
  });
export type SddStatus = z.infer<typeof SddStatus>;

/** The phase of a project. Before the first phase is entered, it is `explore` without a time. */
export function getSdd(views: Sql, project: string): SddStatus {
  const row = phaseEntered(views, project);
  return {
    project,
    phase: row?.phase ?? 'explore',
    updated_at: row ? formatTime(row.updated_at) : null,
    phases: [...SDD_PHASES],
  };
}

/** The phase that a project entered last; undefined when it entered none. */
export function phaseEntered(views: Sql, project: string, as_of: AsOf = NOW): SddRow | undefined {
  return views.get<SddRow>(
    'SELECT * FROM sdd WHERE project = ? AND position <= ? ORDER BY position DESC LIMIT 1',
    [project, as_of],
  );
}
