import type { Role } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import { toSeconds } from '../domain/time.js';
import type { TokenIssued } from '../events/team.js';
import type { Projection, View } from './projection.js';
import { insertRow, type RowOf, table } from './table.js';

// In all four tables, rows are in the order of their events; times are seconds since 1970.
const TEAMS = table('teams', {
  position: 'INTEGER PRIMARY KEY',
  id: 'TEXT NOT NULL UNIQUE',
  name: 'TEXT NOT NULL',
  /** The name in the form for comparing without case. */
  caseless: 'TEXT NOT NULL UNIQUE',
  created_at: 'INTEGER NOT NULL',
});
export type TeamRow = RowOf<typeof TEAMS>;

const MEMBERS = table(
  'members',
  {
    position: 'INTEGER PRIMARY KEY',
    id: 'TEXT NOT NULL UNIQUE',
    team_id: 'TEXT NOT NULL',
    email: 'TEXT NOT NULL',
    role: 'TEXT NOT NULL',
  },
  { indexes: 'CREATE INDEX members_by_team ON members (team_id, position);' },
);
export interface MemberRow extends RowOf<typeof MEMBERS> {
  readonly role: Role;
}

/** What invites and logins have in common. */
const TOKEN = {
  position: 'INTEGER PRIMARY KEY',
  id: 'TEXT NOT NULL UNIQUE',
  team_id: 'TEXT NOT NULL',
  member_id: 'TEXT NOT NULL',
  token_hash: 'TEXT NOT NULL',
  expires_at: 'INTEGER NOT NULL',
} as const;

const tokenIndexes = (name: string) => `
  CREATE INDEX ${name}_by_token ON ${name} (token_hash);
  CREATE INDEX ${name}_by_team ON ${name} (team_id, position);`;

const INVITES = table(
  'invites',
  { ...TOKEN, state: 'TEXT NOT NULL' },
  { indexes: tokenIndexes('invites') },
);
export interface InviteRow extends RowOf<typeof INVITES> {
  readonly state: 'open' | 'used' | 'revoked';
}

/** Logins that are not closed. One has the id of its invite. */
const LOGINS = table(
  'logins',
  { ...TOKEN, opened_at: 'INTEGER NOT NULL' },
  { indexes: tokenIndexes('logins') },
);
export type LoginRow = RowOf<typeof LOGINS>;

/** Teams, members, invites and logins. They are one projection because the check of a login reads all of them. */
export const teams = {
  name: 'teams',
  version: 2,
  tables: { teams: TEAMS.ddl, members: MEMBERS.ddl, invites: INVITES.ddl, logins: LOGINS.ddl },
  handlers: {
    'team.created': (view, { data, at, position }) => {
      const { id, name } = data;
      const created_at = toSeconds(at);
      insertRow(view, TEAMS, { position, id, name, caseless: caseless(name), created_at });
    },
    'member.added': (view, { data, position }) => {
      const { id, team_id, email, role } = data;
      insertRow(view, MEMBERS, { position, id, team_id, email, role });
    },
    'member.removed': (view, { data }) => {
      // None where the log is replayed: the event that added the member is erased with the removal.
      view.run('DELETE FROM members WHERE id = ?', [data.id]);
    },
    'team.removed': (view, { data }) => {
      view.run('DELETE FROM teams WHERE id = ?', [data.id]);
      for (const table of ['members', 'invites', 'logins']) {
        view.run(`DELETE FROM ${table} WHERE team_id = ?`, [data.id]);
      }
    },
    'invite.issued': (view, { data, position }) =>
      insertRow(view, INVITES, { position, ...tokenOf(data), state: 'open' }),
    'invite.revoked': (view, { data }) => setState(view, data.id, 'revoked'),
    'login.opened': (view, { data, at, position }) => {
      insertRow(view, LOGINS, { position, ...tokenOf(data), opened_at: toSeconds(at) });
      setState(view, data.id, 'used');
    },
    'login.closed': (view, { data }) => view.run('DELETE FROM logins WHERE id = ?', [data.id]),
    'invite.forgotten': (view, { data }) => {
      view.run('DELETE FROM invites WHERE id = ?', [data.id]);
      view.run('DELETE FROM logins WHERE id = ?', [data.id]);
    },
  },
} satisfies Projection;

const tokenOf = ({ id, team_id, member_id, token_hash, expires_at }: TokenIssued) => ({
  id,
  team_id,
  member_id,
  token_hash,
  expires_at,
});

function setState(view: View, id: string, state: InviteRow['state']): void {
  view.run('UPDATE invites SET state = ? WHERE id = ?', [state, id]);
}
