import { z } from 'zod';
import { Ulid } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import { maySee, type Visibility, wallOf } from '../domain/visibility.js';
import { prompt } from '../events/prompt.js';
import { streamKey } from '../events/recorded.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import { type PromptRow, prompts } from '../projections/prompts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { inSlices, type Slices } from './inSlices.js';
import { type Readable, readConfirmed } from './readConfirmed.js';
import { visible, visibleTo } from './visible.js';

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
export interface PromptRequest {
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
