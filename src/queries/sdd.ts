import { z } from 'zod';
import { projectKey } from '../domain/projectKey.js';
import { SDD_PHASES, SddPhase } from '../domain/sdd.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import type { Visibility } from '../domain/visibility.js';
import type { SddRow } from '../projections/sdd.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type AsOf, NOW } from './asOf.js';
import { OWN_FIRST, ownFirst } from './ownFirst.js';

export const SddStatus = z
  .object({
    project: z.string(),
    team: z.string().optional().meta({ description: 'Left out when it is that of all.' }),
    phase: SddPhase,
    updated_at: OutTime.nullable(),
    phases: z.array(SddPhase).meta({ description: 'All phases, in order.' }),
  })
  .meta({
    id: 'SddStatus',
  });
export type SddStatus = z.infer<typeof SddStatus>;

/** Whose phase is asked for: that of a team, if it entered one, else that of all. */
export interface PhaseOf {
  readonly project: string;
  readonly team: string | undefined;
  readonly as_of?: AsOf | undefined;
}

/** The phase of a project. Before the first phase is entered, it is `explore` without a time. */
export function getSdd(views: Sql, sees: Visibility, of: PhaseOf): SddStatus {
  const row = phaseEntered(views, sees, of);
  return {
    project: of.project,
    team: row?.team ?? undefined,
    phase: row?.phase ?? 'explore',
    updated_at: row ? formatTime(row.updated_at) : null,
    phases: [...SDD_PHASES],
  };
}

/** The phase that a project entered last; undefined when it entered none that the caller may see. */
export function phaseEntered(
  views: Sql,
  sees: Visibility,
  { project, team, as_of = NOW }: PhaseOf,
): SddRow | undefined {
  return views.get<SddRow>(
    `SELECT * FROM sdd WHERE project_key = :project AND position <= :as_of AND ${OWN_FIRST},
       position DESC LIMIT 1`,
    { ...ownFirst(sees, team), project: projectKey(project), as_of },
  );
}
