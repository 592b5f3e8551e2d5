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
import { type DocumentRow, prompts } from '../projections/documents.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { type AsOf, NO_PROJECT, NOW, visible, visibleTo } from './visible.js';

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
  // A prompt is in no project.
  if (sees.projects) throw new Rejection('not_found', `there is no prompt ${name}`);
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
async function has(vault: Readable, of: Owned): Promise<boolean> {
  const [last] = await vault.log.readStream(streamOf(of), { only: 'last' });
  return last?.type === 'prompt.saved';
}

interface Owned {
  readonly name: string;
  readonly team?: string | undefined;
}
const streamOf = ({ name, team }: Owned) => `${prompt.name}/${streamKey(name, team)}`;

/** A version of the prompt that exactly this team has; without a team, that of all. */
async function promptIn(
  vault: Readable,
  of: Owned & { readonly version: number | undefined },
): Promise<Prompt> {
  const { name, team, version } = of;
  const wanted = {
    about: [prompts.name] as const,
    stream: streamOf(of),
    isShown: (last: VaultEvent) =>
      last.type === 'prompt.saved' && (version === undefined || version <= last.data.version),
  };
  return readConfirmed(vault, wanted, (views) => {
    const row = views.get<DocumentRow>(
      `SELECT * FROM prompts WHERE key = ? AND wall = ? AND version <= ?
       ORDER BY position DESC LIMIT 1`,
      [name, wallOf(team), version ?? Number.MAX_SAFE_INTEGER],
    );
    // A damaged index may lead to another row.
    const isIt = row?.key === name && row.wall === wallOf(team);
    if (!isIt || (version !== undefined && row.version !== version)) {
      const which = version === undefined ? '' : ` in version ${version}`;
      throw new Rejection('not_found', `there is no prompt ${name}${which}`);
    }
    return promptOf(row);
  });
}

/** The newest version of every prompt that the caller may see, sorted by name; of one name, those of teams first. */
export function listPrompts(views: () => Promise<Sql>, sees: Visibility): Slices<Prompt> {
  return inSlices<DocumentRow, Prompt>({
    views,
    after: (open, last) =>
      open.each<DocumentRow>(
        `SELECT * FROM prompts AS newest INDEXED BY prompts_by_key
         WHERE ${visible('', NO_PROJECT)} AND position = (SELECT position FROM prompts AS of
                                           WHERE of.key = newest.key AND of.wall = newest.wall
                                           ORDER BY position DESC LIMIT 1)
           AND (:key IS NULL OR key > :key OR (key = :key AND newest.wall < :before))
         ORDER BY key, wall DESC`,
        { ...visibleTo(sees), key: last?.key ?? null, before: last?.wall ?? null },
      ),
    toItem: (_, row) => promptOf(row),
  });
}

/** The number of prompts that the caller may see. */
export function promptsTotal(views: Sql, sees: Visibility): number {
  const query = `SELECT count(DISTINCT stream) AS count FROM prompts WHERE ${visible('', NO_PROJECT)}`;
  return views.get<{ count: number }>(query, visibleTo(sees))?.count ?? 0;
}

function promptOf(row: DocumentRow): Prompt {
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

/** A project for which something is asked: what `team` has of it, if it has some, else what all have. */
interface OfProject {
  readonly project: string;
  readonly team: string | undefined;
  readonly as_of?: AsOf | undefined;
}

/** What a project says last, in a team's own words if it has some; undefined when there is nothing that the caller may see. */
function newestOf(
  views: Sql,
  sees: Visibility,
  of: 'conventions' | 'sdd',
  { project, team, as_of = NOW }: OfProject,
): DocumentRow | undefined {
  return views.get<DocumentRow>(
    `SELECT * FROM ${of} WHERE key = :key AND wall IN ('', :own) AND position <= :as_of AND ${visible('', 'key')}
     ORDER BY wall DESC, position DESC LIMIT 1`,
    { ...visibleTo(sees), key: projectKey(project), own: wallOf(team), as_of },
  );
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
export function getConventions(views: Sql, sees: Visibility, of: OfProject): Conventions {
  const { project } = of;
  const row = newestOf(views, sees, 'conventions', of);
  return row ? conventionsOf(row, project) : { project, content: '', version: 0, updated_at: null };
}

/**
 * A version of the conventions whose newest `getConventions` gives: a team that has its own reads no versions of those for
 * all. Throws `Rejection('not_found')`.
 */
export async function getConventionsVersion(
  vault: Readable,
  sees: Visibility,
  { version, ...of }: OfProject & { readonly version: number },
): Promise<Conventions> {
  const { project, team } = of;
  const current = await vault.readModels.current(conventions.name);
  const newest = newestOf(current, sees, 'conventions', of);
  const owner = team !== undefined && maySee(sees, team) ? team : undefined;
  const stream = newest?.stream ?? `${conventions.name}/${projectStreamKey(project, owner)}`;
  const isShown = (last: VaultEvent) =>
    last.type === 'conventions.published' && version <= last.data.version;
  const wanted = { about: [conventions.name] as const, stream, sees, isShown };
  return readConfirmed(vault, wanted, (views) => {
    const row = views.get<DocumentRow>(
      `SELECT * FROM conventions WHERE stream = :stream AND version = :version AND ${visible('', 'key')}`,
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

function conventionsOf(row: DocumentRow, project: string): Conventions {
  const { team, content, version, updated_at } = row;
  return { project, team: team ?? undefined, content, version, updated_at: formatTime(updated_at) };
}

/** The keys of the streams that hold the conventions of a project, for a team or for all; one, or several in an old log. */
export function conventionsStreams(views: Sql, { project, team }: OfProject): readonly string[] {
  return views
    .all<Pick<DocumentRow, 'stream'>>(
      `SELECT stream FROM conventions WHERE key = :key AND wall = :wall
       GROUP BY stream ORDER BY max(position)`,
      { key: projectKey(project), wall: wallOf(team) },
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
  .meta({ id: 'SddStatus' });
export type SddStatus = z.infer<typeof SddStatus>;

/** The phase of a project. Before the first phase is entered, it is `explore` without a time. */
export function getSdd(views: Sql, sees: Visibility, of: OfProject): SddStatus {
  const row = newestOf(views, sees, 'sdd', of);
  return {
    project: of.project,
    team: row?.team ?? undefined,
    phase: row ? phaseOf(row) : 'explore',
    updated_at: row ? formatTime(row.updated_at) : null,
    phases: [...SDD_PHASES],
  };
}

/** The phase that a project entered last; null when it entered none that the caller may see. */
export function phaseEntered(views: Sql, sees: Visibility, of: OfProject): SddPhase | null {
  const row = newestOf(views, sees, 'sdd', of);
  return row ? phaseOf(row) : null;
}

/** The phase of a row of `sdd`. Unchecked: only the projection writes it. */
export const phaseOf = ({ content }: Pick<DocumentRow, 'content'>) => content as SddPhase;
