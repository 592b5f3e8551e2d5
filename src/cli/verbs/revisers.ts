import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import { shortId } from '../terminal/shortId.js';

/**
 * Who made each revision of a note, in their order; '' where nobody can tell. Only the log knows of the later ones, which only
 * the owner and admins may read. The author of a note is whoever it names, so that stands only for a saver who is unknown.
 */
export async function revisers(vault: VaultClient, first: Observation): Promise<readonly string[]> {
  const { saved_by, author = '' } = first;
  const actors = await actorsOf(vault, first.id);
  const [, ...later] = actors.map((actor) =>
    actor === actors[0] && saved_by !== undefined ? saved_by : nameOf(actor),
  );
  return [saved_by ?? (nameOf(actors[0] ?? '') || author), ...later];
}

async function actorsOf(vault: VaultClient, id: string): Promise<string[]> {
  const actors: string[] = [];
  try {
    for await (const { type, actor } of vault.events({ stream: `observation/${id}` }))
      if (type === 'observation.saved' || type === 'observation.revised') actors.push(actor);
  } catch (error) {
    const mayNot = error instanceof VaultError && [401, 403].includes(error.status ?? 0);
    if (!mayNot) throw error;
  }
  return actors;
}

function nameOf(actor: string): string {
  if (actor === 'admin') return 'the owner';
  if (actor === 'anonymous') return '';
  if (actor.startsWith('member:')) return `member ${shortId(actor)}`;
  return actor;
}
