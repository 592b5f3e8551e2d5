import { abandonSession } from '../commands/abandonSession.js';
import type { Executor } from '../commands/executor.js';
import type { Sql } from '../sqlite/sqlite.js';
import type { ReadModels } from '../views/readModels.js';

/** Sessions that are abandoned in one commit. */
const TOGETHER = 256;

/** Abandons sessions in which nothing has happened since `before`, in seconds since 1970; gives how many. */
export async function abandonIdleSessions(
  executor: Executor,
  readModels: ReadModels,
  before: number,
): Promise<number> {
  const idle = idleSessions(await readModels.current('sessions', 'observations'), before);
  const context = { meta: { actor: 'system' } };
  for (let i = 0; i < idle.length; i += TOGETHER) {
    const some = idle.slice(i, i + TOGETHER);
    await Promise.all(some.map((id) => executor.execute(abandonSession, { id }, context)));
  }
  return idle.length;
}

/** Ids of active sessions without activity since `before`, in seconds since 1970. */
function idleSessions(views: Sql, before: number): string[] {
  return views
    .all<{ id: string }>(
      `SELECT id FROM sessions AS s WHERE state = 'active' AND started_at < :before
         AND coalesce((SELECT recorded_at FROM observations AS o WHERE o.session_id = s.id
                       ORDER BY o.position DESC LIMIT 1), 0) < :before
       ORDER BY position`,
      { before },
    )
    .map(({ id }) => id);
}
