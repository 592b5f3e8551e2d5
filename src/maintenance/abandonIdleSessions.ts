import { abandonSession } from '../commands/abandonSession.js';
import type { Executor } from '../commands/executor.js';
import { idleSessions } from '../queries/sessions.js';
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
