import { type Command, Option } from 'commander';
import { z } from 'zod';
import { ROLES, type Role } from '../domain/caller.js';
import type { ServiceAnswer } from './askService.js';
import { existingVault } from './existingVault.js';
import { type OwnerClient, openOwnerClient } from './ownerClient.js';

interface Options {
  readonly team: string;
  readonly create?: true;
  readonly role: Role;
}

export function inviteCommand(program: Command): void {
  program
    .command('invite')
    .argument('<email>', 'e-mail address of the member')
    .description('invite a member and print the token to put into a link; a service may be running')
    .requiredOption('--team <team>', 'name or id of the team')
    .option('--create', 'create the team and the member if they do not exist')
    .addOption(
      new Option('--role <role>', 'role of a member that is created')
        .choices(ROLES)
        .default('member'),
    )
    .action(invite);
}

async function invite(email: string, { team, create, role }: Options): Promise<void> {
  const owner = await openOwnerClient(existingVault());
  try {
    const path = `/admin/teams/${encodeURIComponent(team)}`;
    if (create) {
      const known = await owner.ask('GET', `${path}/members`);
      if (known.status === 404) await make(owner, '/admin/teams', { name: team });
      await make(owner, `${path}/members`, { email, role });
    }
    const { status, body } = await owner.ask('POST', `${path}/invites`, { email });
    if (status !== 201) throw new Error(refusal(body) + (status === 404 ? HINT : ''));
    const { token, expires_at } = Issued.parse(body);
    // Only the token goes to standard output, for scripts.
    console.error(
      `valid once until ${expires_at}; redeem it with POST /auth/redeem {"token": "…"}:`,
    );
    console.log(token);
  } finally {
    await owner.close();
  }
}

const HINT = ' (--create creates what does not exist)';
const Issued = z.object({ token: z.string(), expires_at: z.string() });

/** Makes a team or member; one that exists already is fine. */
async function make(owner: OwnerClient, path: string, body: object): Promise<void> {
  const made = await owner.ask('POST', path, body);
  if (made.status !== 201 && made.status !== 409) throw new Error(refusal(made.body));
}

function refusal(body: ServiceAnswer['body']): string {
  return (
    z.object({ detail: z.string() }).safeParse(body).data?.detail ??
    'the answer is not one of a Memory Vault: check VAULT_HOST and VAULT_PORT'
  );
}
