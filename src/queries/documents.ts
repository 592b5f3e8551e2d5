import { z } from 'zod';
import { maySee, type Visibility, wallOf } from '../domain/caller.js';
import { OutTime } from '../domain/fields.js';
import { Ulid } from '../domain/ids.js';
import { projectKey } from '../domain/names.js';
import { Rejection } from '../domain/rejection.js';
import { SDD_PHASES, SddPhase } from '../domain/sdd.js';
import { formatTime } from '../domain/time.js';
import { conventions, prompt } from '../events/documents.js';
import { projectStreamKey, streamKey } from '../events/recorded.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import {
  type ConventionsRow,
  type PromptRow,
  prompts,
  type SddRow,
} from '../projections/documents.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { mayReadStream } from './streamVisibility.js';
import { type AsOf, NOW, visible, visibleTo } from './visible.js';

/** A version of a prompt in a response. */
export const Prompt = z
  .object({
    id: Ulid,
    name: z.string(),
    team: z.string().optional().meta({ description: 'Left out when it belongs to all.' }),
    version: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    content: z.string(),
    tags: z.array(z.string()),
    created_at: OutTime.meta({ description: 'Time of the first version.' }),
    updated_at: OutTime.meta({ description: 'Time of this version.' }),
  })
  .meta({ id: 'Prompt' });
export type Prompt = z.infer<typeof Prompt>;

/** Selects a prompt by its name: that of `team`, if it has one, else that of all. */
interface PromptRequest {
  readonly name: string;
  readonly team: string | undefined;
  /** By default the newest. */
  readonly version?: number | undefined;
}

/** A version of a prompt. Throws `Rejection('not_found')`, also for one that the caller may not see. */
export async function getPrompt(
  vault: Readable,
  sees: Visibility,
  { name, team, version }: PromptRequest,
): Promise<Prompt> {
  if (team === undefined || !maySee(sees, team)) return promptIn(vault, { name, version });
  try {
    return await promptIn(vault, { name, team, version });
  } catch (error) {
    // A team that has a prompt of that name does not read versions of another one under it.
    const isOther = error instanceof Rejection && error.code === 'not_found';
    if (!isOther || (version !== undefined && (await has(vault, { name, team })))) throw error;
    return promptIn(vault, { name, version });
  }
}

/** Whether exactly this team has a prompt of that name. */
async function has(vault: Readable, of: Omit<PromptRequest, 'version'>): Promise<boolean> {
  const [last] = await vault.log.readStream(streamOf(of), { only: 'last' });
  return last?.type === 'prompt.saved';
}

const streamOf = ({ name, team }: { name: string; team?: string | undefined }) =>
  `${prompt.name}/${streamKey(name, team)}`;

/** A version of the prompt that exactly this team has; without a team, that of all. */
async function promptIn(
  vault: Readable,
  of: { name: string; team?: string; version: number | undefined },
): Promise<Prompt> {
  const { name, team, version } = of;
  const wanted = {
    about: [prompts.name] as const,
    stream: streamOf(of),
    isShown: (last: VaultEvent) =>
      last.type === 'prompt.saved' && (version === undefined || version <= last.data.version),
  };
  return readConfirmed(vault, wanted, (views) => {
    const row = views.get<PromptRow>(
      `SELECT * FROM prompts WHERE name = ? AND wall = ? AND version <= ?
       ORDER BY version DESC, position DESC LIMIT 1`,
      [name, wallOf(team), version ?? Number.MAX_SAFE_INTEGER],
    );
    // A damaged index may lead to another row.
    const isIt = row?.name === name && row.wall === wallOf(team);
    if (!isIt || (version !== undefined && row.version !== version)) {
      const which = version === undefined ? '' : ` in version ${version}`;
      throw new Rejection('not_found', `there is no prompt ${name}${which}`);
    }
    return promptOf(row);
  });
}

/** The newest version of every prompt that the caller may see, sorted by name; of one name, those of teams first. */
export function listPrompts(views: () => Promise<Sql>, sees: Visibility): Slices<Prompt> {
  return inSlices<PromptRow, Prompt>({
    views,
    after: (open, last) =>
      open.each<PromptRow>(
        `SELECT * FROM prompts AS newest INDEXED BY prompts_by_name
         WHERE ${visible()} AND position = (SELECT position FROM prompts AS of
                                           WHERE of.name = newest.name AND of.wall = newest.wall
                                           ORDER BY version DESC, position DESC LIMIT 1)
           AND (:name IS NULL OR name > :name OR (name = :name AND newest.wall < :before))
         ORDER BY name, wall DESC`,
        { ...visibleTo(sees), name: last?.name ?? null, before: last?.wall ?? null },
      ),
    toItem: (_, row) => promptOf(row),
  });
}

/** The number of prompts that the caller may see. */
export function promptsTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(DISTINCT stream) AS count FROM prompts WHERE ${visible()}`;
  return views.get<{ count: number }>(query, visibleTo(sees))?.count ?? 0;
}

function promptOf(row: PromptRow): Prompt {
  return {
    id: row.id,
    name: row.name,
    team: row.team ?? undefined,
    version: row.version,
    content: row.content,
    tags: JSON.parse(row.tags),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}

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
interface PhaseOf {
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

/**
 * SQL for what a team has in common: the rows of the team and those without a team, of those that the caller may see, the
 * team's own first. Its parameters are those of `ownFirst`; further orders may follow.
 */
const OWN_FIRST = `wall IN ('', :own) AND ${visible()} ORDER BY wall DESC`;

/** The parameters of `OWN_FIRST`. Without a team, only what has none counts. */
function ownFirst(sees: Visibility, team: string | undefined) {
  return { ...visibleTo(sees), own: wallOf(team) };
}
