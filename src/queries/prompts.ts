import { z } from 'zod';
import { Ulid } from '../domain/ids.js';
import { Rejection } from '../domain/rejection.js';
import { formatTime } from '../domain/time.js';
import { OutTime } from '../domain/timeSchemas.js';
import { prompt } from '../events/prompt.js';
import { streamKey } from '../events/recorded.js';
import type { VaultEvent } from '../events/vaultEvent.js';
import { type PromptRow, prompts } from '../projections/prompts.js';
import type { Sql } from '../sqlite/sqlite.js';
import { type Readable, readConfirmed } from './readConfirmed.js';

/** A version of a prompt in a response. */
export const Prompt = z
  .object({
    id: Ulid,
    name: z.string(),
    version: z.int().min(1).max(Number.MAX_SAFE_INTEGER),
    content: z.string(),
    tags: z.array(z.string()),
    created_at: OutTime.meta({ description: 'Time of the first version.' }),
    updated_at: OutTime.meta({ description: 'Time of this version.' }),
  })
  .meta({ id: 'Prompt', description: 'A named, versioned text.' });
export type Prompt = z.infer<typeof Prompt>;

/** A version of a prompt, by default the newest. Throws `Rejection('not_found')`. */
export async function getPrompt(
  vault: Readable,
  { name, version }: { name: string; version?: number },
): Promise<Prompt> {
  const wanted = {
    about: prompts.name,
    stream: `${prompt.name}/${streamKey(name)}`,
    isShown: (last: VaultEvent) =>
      last.type === 'prompt.saved' && (version === undefined || version <= last.data.version),
  };
  return readConfirmed(vault, wanted, (views) => {
    const row = views.get<PromptRow>(
      'SELECT * FROM prompts WHERE name = ? AND version <= ? ORDER BY version DESC LIMIT 1',
      [name, version ?? Number.MAX_SAFE_INTEGER],
    );
    if (!row || (version !== undefined && row.version !== version)) {
      const which = version === undefined ? '' : ` in version ${version}`;
      throw new Rejection('not_found', `there is no prompt ${name}${which}`);
    }
    return promptOf(row);
  });
}

/** The newest version of every prompt, sorted by name. */
export function listPrompts(views: Sql): Prompt[] {
  return views
    .all<PromptRow>(
      `SELECT * FROM prompts AS newest
       WHERE version = (SELECT max(version) FROM prompts WHERE name = newest.name) ORDER BY name`,
    )
    .map(promptOf);
}

/** The number of prompts. */
export function promptsTotal(views: Sql): number {
  const sql = 'SELECT count(DISTINCT id) AS count FROM prompts';
  return views.get<{ count: number }>(sql)?.count ?? 0;
}

function promptOf(row: PromptRow): Prompt {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    content: row.content,
    tags: JSON.parse(row.tags),
    created_at: formatTime(row.created_at),
    updated_at: formatTime(row.updated_at),
  };
}
