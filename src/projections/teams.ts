import type { Role } from '../domain/caller.js';
import { caseless } from '../domain/names.js';
import { toSeconds } from '../domain/time.js';
import type { TokenIssued } from '../events/team.js';
import type { TokenHolder } from '../events/token.js';
import type { Projection, View } from './projection.js';
import { insertRow, type RowOf, table } from './table.js';

// In all five tables, rows are in the order of their events; times are seconds since 1970.
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

/** The tokens of agents and programs. One that was revoked stays: events that it caused name it by its id. */
const TOKENS = table(
  'tokens',
  {
    position: 'INTEGER PRIMARY KEY',
    /** The key of its stream. */
    key: 'TEXT NOT NULL',
    id: 'TEXT NOT NULL UNIQUE',
    name: 'TEXT NOT NULL',
    /** One of `TokenHolder['kind']`; the ids are those of a member. */
    holder: 'TEXT NOT NULL',
    member_id: 'TEXT',
    team_id: 'TEXT',
    /** JSON arrays of strings; without projects, it is bound to none. */
    scope: 'TEXT NOT NULL',
    projects: 'TEXT',
    token_hash: 'TEXT NOT NULL',
    created_at: 'INTEGER NOT NULL',
    expires_at: 'INTEGER',
    /** Until when a grant can be renewed; null for what is no grant. */
    until: 'INTEGER',
    revoked_at: 'INTEGER',
  },
  {
    indexes: `
      CREATE INDEX tokens_by_token ON tokens (token_hash);
      CREATE INDEX tokens_by_member ON tokens (member_id, position);
      CREATE INDEX tokens_by_key ON tokens (key);`,
  },
);
export interface TokenRow extends RowOf<typeof TOKENS> {
  readonly holder: TokenHolder['kind'];
}

/** Teams, members, invites, logins and tokens. They are one projection because the check of a login or token reads all of them. */
export const teams = {
  name: 'teams',
  version: 4,
  tables: {
    teams: TEAMS.ddl,
    members: MEMBERS.ddl,
    invites: INVITES.ddl,
    logins: LOGINS.ddl,
    tokens: TOKENS.ddl,
  },
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
      for (const table of ['members', 'invites', 'logins', 'tokens']) {
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
    'token.created': (view, { data, at, position, stream }) => {
      const { id, name, holder, scope, projects, token_hash, expires_at, grant } = data;
      if (grant && grant.generation > 0) {
        const renewed = { id, token_hash, expires_at: expires_at ?? null, until: grant.until };
        view.run(
          'UPDATE tokens SET token_hash = :token_hash, expires_at = :expires_at, until = :until WHERE id = :id',
          renewed,
        );
        return;
      }
      const ofMember = holder.kind === 'member' ? holder : undefined;
      insertRow(view, TOKENS, {
        position,
        key: keyIn(stream),
        id,
        name,
        holder: holder.kind,
        member_id: ofMember?.member_id ?? null,
        team_id: ofMember?.team_id ?? null,
        scope: JSON.stringify(scope),
        projects: projects ? JSON.stringify(projects) : null,
        token_hash,
        created_at: toSeconds(at),
        expires_at: expires_at ?? null,
        until: grant?.until ?? null,
        revoked_at: null,
      });
    },
    'token.revoked': (view, { data, at }) =>
      view.run('UPDATE tokens SET revoked_at = ? WHERE id = ?', [toSeconds(at), data.id]),
    'token.forgotten': (view, { stream }) =>
      view.run('DELETE FROM tokens WHERE key = ?', [keyIn(stream)]),
  },
} satisfies Projection;

const keyIn = (stream: string) => stream.slice(stream.indexOf('/') + 1);

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
