import type { Role } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import { toSeconds } from '../domain/time.js';
import type { TokenIssued } from '../events/team.js';
import type { Projection, View } from './projection.js';

/** A row of `teams`. In all four tables, rows are in the order of their events; times are seconds since 1970. */
export interface TeamRow {
  readonly position: number;
  readonly id: string;
  readonly name: string;
  /** The name in the form for comparing without case (`domain/names.ts`). */
  readonly caseless: string;
  readonly created_at: number;
}

/** A row of `members`. */
export interface MemberRow {
  readonly position: number;
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: Role;
}

/** A row of `invites`. */
export interface InviteRow {
  readonly position: number;
  readonly id: string;
  readonly team_id: string;
  readonly member_id: string;
  readonly token_hash: string;
  readonly expires_at: number;
  readonly state: 'open' | 'used' | 'revoked';
}

/** A row of `logins`: a login that is not closed. It has the id of its invite. */
export interface LoginRow {
  readonly position: number;
  readonly id: string;
  readonly team_id: string;
  readonly member_id: string;
  readonly token_hash: string;
  readonly expires_at: number;
  readonly opened_at: number;
}

/** Teams, members, invites and logins. They are one projection because the check of a login reads all of them. */
export const teams = {
  name: 'teams',
  version: 2,
  tables: {
    teams: `
      CREATE TABLE teams (
        position   INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        name       TEXT NOT NULL,
        caseless   TEXT NOT NULL UNIQUE,
        created_at INTEGER NOT NULL
      ) STRICT;`,
    members: `
      CREATE TABLE members (
        position INTEGER PRIMARY KEY,
        id       TEXT NOT NULL UNIQUE,
        team_id  TEXT NOT NULL,
        email    TEXT NOT NULL,
        role     TEXT NOT NULL
      ) STRICT;
      CREATE INDEX members_by_team ON members (team_id, position);`,
    invites: `
      CREATE TABLE invites (
        position   INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        team_id    TEXT NOT NULL,
        member_id  TEXT NOT NULL,
        token_hash TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        state      TEXT NOT NULL
      ) STRICT;
      CREATE INDEX invites_by_token ON invites (token_hash);
      CREATE INDEX invites_by_team ON invites (team_id, position);`,
    logins: `
      CREATE TABLE logins (
        position   INTEGER PRIMARY KEY,
        id         TEXT NOT NULL UNIQUE,
        team_id    TEXT NOT NULL,
        member_id  TEXT NOT NULL,
        token_hash TEXT NOT NULL,
        expires_at INTEGER NOT NULL,
        opened_at  INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX logins_by_token ON logins (token_hash);
      CREATE INDEX logins_by_team ON logins (team_id, position);`,
  },
  handlers: {
    'team.created': (view, { data, at, position }) => {
      view.run('INSERT INTO teams VALUES (?, ?, ?, ?, ?)', [
        position,
        data.id,
        data.name,
        caseless(data.name),
        toSeconds(at),
      ]);
    },
    'member.added': (view, { data, position }) => {
      const { id, team_id, email, role } = data;
      view.run('INSERT INTO members VALUES (?, ?, ?, ?, ?)', [position, id, team_id, email, role]);
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
    'invite.issued': (view, { data, position }) => {
      view.run(`INSERT INTO invites VALUES (?, ?, ?, ?, ?, ?, 'open')`, [
        position,
        ...tokenColumns(data),
      ]);
    },
    'invite.revoked': (view, { data }) => setState(view, data.id, 'revoked'),
    'login.opened': (view, { data, at, position }) => {
      const row = [position, ...tokenColumns(data), toSeconds(at)];
      view.run('INSERT INTO logins VALUES (?, ?, ?, ?, ?, ?, ?)', row);
      setState(view, data.id, 'used');
    },
    'login.closed': (view, { data }) => view.run('DELETE FROM logins WHERE id = ?', [data.id]),
    'invite.forgotten': (view, { data }) => {
      view.run('DELETE FROM invites WHERE id = ?', [data.id]);
      view.run('DELETE FROM logins WHERE id = ?', [data.id]);
    },
  },
} satisfies Projection;

/** The columns that invites and logins share, after their position. */
function tokenColumns({ id, team_id, member_id, token_hash, expires_at }: TokenIssued) {
  return [id, team_id, member_id, token_hash, expires_at];
}

function setState(view: View, id: string, state: InviteRow['state']): void {
  view.run('UPDATE invites SET state = ? WHERE id = ?', [state, id]);
}
