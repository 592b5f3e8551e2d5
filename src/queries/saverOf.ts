import { memberIdOf } from '../domain/caller.js';
import type { MemberRow } from '../projections/teams.js';
import type { Sql } from '../sqlite/sqlite.js';

/** Who saved something, as answers show it: the e-mail of a member that the vault knows, else the actor. */
export function saverOf(views: Sql, actor: string): string {
  const id = memberIdOf(actor);
  if (id === undefined) return actor;
  const query = 'SELECT email FROM members WHERE id = ?';
  return views.get<Pick<MemberRow, 'email'>>(query, [id])?.email ?? actor;
}
