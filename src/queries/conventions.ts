import { z } from 'zod';
import { projectKey } from '../domain/projectKey.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import { maySee, type Visibility, wallOf } from '../domain/visibility.js';
import { conventions } from '../events/conventions.js';
import { projectStreamKey } from '../events/recorded.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import type { ConventionsRow } from '../projections/conventions.js';
import type { Sql } from '../sqlite/sqlite.js';
import { OWN_FIRST, ownFirst } from './ownFirst.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { mayReadStream } from './streamVisibility.js';
import { visible, visibleTo } from './visible.js';

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
  const row = newestOf(views, sees, { project, team });
  return row ? conventionsOf(row, project) : { project, content: '', version: 0, updated_at: null };
}

/**
 * A version of the conventions whose newest `getConventions` gives: a team that has its own reads no versions of those for
 * all. Throws `Rejection('not_found')`.
 */
export async function getConventionsVersion(
  vault: Readable,
  sees: Visibility,
  { project, team, version }: { project: string; team: string | undefined; version: number },
): Promise<Conventions> {
  const newest = newestOf(await vault.readModels.current(conventions.name), sees, {
    project,
    team,
  });
  const owner = team !== undefined && maySee(sees, team) ? team : undefined;
  const stream = newest?.stream ?? `${conventions.name}/${projectStreamKey(project, owner)}`;
  const isShown = async (last: VaultEvent) =>
    last.type === 'conventions.published' &&
    version <= last.data.version &&
    (await mayReadStream(vault.log, stream, sees));
  const wanted = { about: [conventions.name] as const, stream, isShown };
  return readConfirmed(vault, wanted, (views) => {
    const row = views.get<ConventionsRow>(
      `SELECT * FROM conventions WHERE stream = :stream AND version = :version AND ${visible()}`,
      { ...visibleTo(sees), stream, version },
    );
    // A damaged index may lead to another row.
    if (row?.stream === stream && row.version === version) return conventionsOf(row, project);
    throw new Rejection(
      'not_found',
      `there is no version ${version} of the conventions of ${project}`,
    );
  });
}

function newestOf(
  views: Sql,
  sees: Visibility,
  { project, team }: { project: string; team: string | undefined },
): ConventionsRow | undefined {
  return views.get<ConventionsRow>(
    `SELECT * FROM conventions WHERE project_key = :project AND ${OWN_FIRST}, position DESC LIMIT 1`,
    { ...ownFirst(sees, team), project: projectKey(project) },
  );
}

function conventionsOf(row: ConventionsRow, project: string): Conventions {
  const { team, content, version, updated_at } = row;
  return { project, team: team ?? undefined, content, version, updated_at: formatTime(updated_at) };
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
