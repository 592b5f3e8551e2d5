import type { Command } from '@commander-js/extra-typings';
import type { Invite, VaultClient } from 'memory-vault-client';
import { formatTime, toSeconds } from '../../domain/time.js';
import { ulidTime } from '../../domain/ulid.js';
import { hasAddress, isInTeam, type Membership, memberships } from '../memberships.js';
import { openOwnersVault } from '../ownerClient.js';
import { EXIT, Failed, misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shownLine } from '../terminal/format.js';
import { askYes, canAsk } from '../terminal/input.js';
import { type Column, type Output, printDone, printFound } from '../terminal/output.js';
import { tableLines } from '../terminal/table.js';
import { actingAlone, verb } from '../terminal/verb.js';
import { tellPending } from './forgetVerb.js';

export function membersVerb(program: Command): void {
  verb(program, 'members', {
    description: 'list the members and their open invites, or remove a person (admins)',
    examples: [
      'members --team payments',
      'members --remove ada@example.org',
      'members --remove ada@example.org --team payments --yes',
    ],
  })
    .option('--team <team>', 'only in this team, by its name or id')
    .option('--remove <email>', 'remove this person from all teams; notes stay')
    .option('--yes', 'remove without asking')
    .action(
      actingAlone(async ({ output }, { team, remove, yes }) => {
        if (yes && remove === undefined) throw misused('--yes goes with --remove');
        const { vault, close } = await openOwnersVault(process.env);
        try {
          if (remove === undefined) await list(vault, output, team);
          else await removePerson(vault, output, { email: remove, team, yes });
        } finally {
          await close();
        }
      }),
    );
}

/** A member as it is shown. */
interface Row {
  readonly id: string;
  readonly email: string;
  readonly team: string;
  readonly role: string;
  /** When the member was added. */
  readonly since: string;
  /** Of the logins that are valid now. */
  readonly last_login?: string | undefined;
  readonly open_invites: readonly Pick<Invite, 'id' | 'expires_at'>[];
}

async function list(vault: VaultClient, output: Output, team: string | undefined): Promise<void> {
  const all = await memberships(vault);
  const wanted = team === undefined ? all : all.filter(isInTeam(team));
  const where = team === undefined ? '' : ` in team ${shownLine(team)}`;
  const nothing = `there is no member${where}: memory-vault invite EMAIL --team TEAM --create adds one`;
  await printFound(output, await rowsOf(vault, wanted), COLUMNS, nothing);
}

async function rowsOf(vault: VaultClient, of: readonly Membership[]): Promise<readonly Row[]> {
  const teams = [...new Set(of.map(({ team }) => team.id))];
  const asked = await Promise.all(
    teams.map(async (team) => {
      const params = { path: { team } };
      const invites = await vault.GET('/admin/teams/{team}/invites', { params });
      const logins = await vault.GET('/admin/teams/{team}/sessions', { params });
      return [team, { invites: invites.data, logins: logins.data }] as const;
    }),
  );
  const byTeam = new Map(asked);
  return of.map(({ member: { id, email, role }, team }) => {
    const { invites = [], logins = [] } = byTeam.get(team.id) ?? {};
    return {
      id,
      email,
      team: team.name,
      role,
      since: formatTime(toSeconds(ulidTime(id) ?? 0)),
      last_login: logins.find(({ member_id }) => member_id === id)?.opened_at,
      open_invites: invites
        .filter((invite) => invite.email === email && invite.state === 'pending')
        .map(({ id, expires_at }) => ({ id, expires_at })),
    };
  });
}

async function removePerson(
  vault: VaultClient,
  output: Output,
  asked: { readonly email: string; readonly team?: string; readonly yes?: true },
): Promise<void> {
  const { email, team, yes } = asked;
  const all = (await memberships(vault)).filter(hasAddress(email));
  const isMeant = team === undefined ? () => true : isInTeam(team);
  const meant = all.filter(isMeant);
  const where = team === undefined ? 'of this vault' : `of team ${shownLine(team)}`;
  if (meant.length === 0) throw nothingFound(`${shownLine(email)} is no member ${where}`);
  if (!yes) await assertMeant(output, await rowsOf(vault, meant));
  let isPending = false;
  for (const { member, team } of await ownLast(vault, meant)) {
    const params = { path: { team: team.id, member: member.id } };
    const { data } = await vault.DELETE('/admin/teams/{team}/members/{member}', { params });
    isPending ||= data !== undefined;
    const line = `removed: ${shownLine(`${member.email} from ${team.name}`)} · id ${member.id}`;
    await printDone(output, line, { ...member, team: team.name, status: 'removed' });
  }
  output.note('logins, invites and tokens of the member have ended; the notes stay');
  const others = all.filter((one) => !isMeant(one)).map((one) => shownLine(one.team.name));
  if (others.length > 0) output.note(`still a member of ${others.join(', ')}`);
  if (isPending) tellPending(output);
}

/** The memberships with that of the caller last: the login that removes the others ends with it. */
async function ownLast(
  vault: VaultClient,
  meant: readonly Membership[],
): Promise<readonly Membership[]> {
  if (meant.length < 2) return meant;
  // The owner is no member.
  const own = await vault.GET('/auth/me').then(
    ({ data }) => data.team_id,
    () => undefined,
  );
  const isOwn = ({ team }: Membership) => team.id === own;
  return [...meant.filter((one) => !isOwn(one)), ...meant.filter(isOwn)];
}

async function assertMeant(output: Output, rows: readonly Row[]): Promise<void> {
  if (!canAsk())
    throw misused('there is no terminal to ask at: repeat the command with --yes to remove');
  const columns = process.stderr.columns || 80;
  for (const line of tableLines({ ...output, columns }, rows, COLUMNS)) output.note(line);
  const what = rows.length === 1 ? 'this member' : `these ${rows.length} members`;
  if (!(await askYes(output, `Remove ${what}, and end their logins, invites and tokens?`)))
    throw new Failed(EXIT.failed, 'nobody was removed');
}

const COLUMNS: readonly Column<Row>[] = [
  { head: 'email', cell: ({ email }) => email, isWide: true },
  { head: 'team', cell: ({ team }) => team },
  { head: 'role', cell: ({ role }) => role },
  { head: 'since', cell: ({ since }) => minuteOf(since), from: 70 },
  {
    head: 'last login',
    cell: ({ last_login = '' }) => minuteOf(last_login),
    isRare: true,
    from: 100,
  },
  {
    head: 'open invites',
    cell: ({ open_invites }) => open_invites.length || '',
    isRare: true,
  },
];
