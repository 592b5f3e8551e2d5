import { type Command, Option } from '@commander-js/extra-typings';
import { type VaultClient, VaultError } from 'memory-vault-client';
import { ROLES, type Role } from '../domain/caller.js';
import { inviteWords } from '../domain/inviteMessage.js';
import { hasAddress, isInTeam, memberships } from './memberships.js';
import { openOwnersVault } from './ownerClient.js';
import { Failed } from './terminal/exit.js';
import { shownLine } from './terminal/format.js';
import { command } from './terminal/program.js';
import { exitCodeFor } from './terminal/verb.js';

export function inviteCommand(program: Command): void {
  command(program, 'invite', {
    description: 'invite a member to this vault (or that of VAULT_URL), and print the text to send',
    examples: ['invite ada@example.org --team core --create'],
  })
    .argument('<email>', 'e-mail address of the member')
    .requiredOption('--team <team>', 'name or id of the team')
    .option('--create', 'create the team and the member if they do not exist')
    .addOption(
      new Option('--role <role>', 'role of the new member, with --create')
        .choices(ROLES)
        .default('member'),
    )
    .action(async (email, { team, create, role }) => {
      const { vault, url, close } = await openOwnersVault(process.env);
      try {
        if (create) await createMember(vault, team, { email, role });
        const params = { path: { team } };
        const path = '/admin/teams/{team}/invites';
        // Before the invite is made: a failure must not hide that it was.
        const others = await otherTeams(vault, team, email);
        const { data } = await vault.POST(path, { params, body: { email } });
        // Only the token goes to standard output, for scripts. At a terminal, both are what to send.
        console.error(inviteWords(url, data));
        console.log(data.token);
        if (others.length > 0) console.error(alsoMemberOf(email, others));
      } catch (error) {
        throw error instanceof VaultError
          ? new Failed(exitCodeFor(error), refusal(error), { cause: error })
          : error;
      } finally {
        await close();
      }
    });
}

/** Makes a member, and its team; what exists already is fine. */
async function createMember(
  vault: VaultClient,
  team: string,
  member: { email: string; role: Role },
): Promise<void> {
  const existing = (error: unknown) => {
    if (!(error instanceof VaultError && error.status === 409)) throw error;
  };
  const params = { path: { team } };
  const known = await vault.GET('/admin/teams/{team}/members', { params }).catch((error) => {
    if (!(error instanceof VaultError && error.status === 404)) throw error;
  });
  if (!known) await vault.POST('/admin/teams', { body: { name: team } }).catch(existing);
  await vault.POST('/admin/teams/{team}/members', { params, body: member }).catch(existing);
}

/** The names of the other teams of an address: whoever removes the person from one team leaves the others as they are. */
async function otherTeams(vault: VaultClient, team: string, email: string) {
  const isThis = isInTeam(team);
  const others = (await memberships(vault)).filter(hasAddress(email)).filter((o) => !isThis(o));
  return others.map((other) => other.team.name);
}

function alsoMemberOf(email: string, teams: readonly string[]): string {
  const names = teams.map(shownLine).join(', ');
  const address = shownLine(email);
  return (
    `\n${address} is also a member of ${names}. A person in several teams is several members: ` +
    `memory-vault members --remove ${address} removes all of them`
  );
}

function refusal({ status, code, detail }: VaultError): string {
  if (status === undefined) return detail;
  if (code === undefined) return `${detail}: check VAULT_HOST and VAULT_PORT`;
  return status === 404 ? `${detail} (--create creates what does not exist)` : detail;
}
