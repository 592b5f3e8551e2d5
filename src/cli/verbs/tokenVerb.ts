import type { Command } from '@commander-js/extra-typings';
import type { AccessToken, CreateToken, VaultClient } from 'memory-vault-client';
import { SCOPES } from '../../domain/accessToken.js';
import { caseless } from '../../domain/names.js';
import { parseTime } from '../../domain/time.js';
import { misused, nothingFound } from '../terminal/exit.js';
import { dotted, minuteOf, shortId, shownLine } from '../terminal/format.js';
import { type Column, printDone, printFound, printResult } from '../terminal/output.js';
import { command } from '../terminal/program.js';
import { acting, verb } from '../terminal/verb.js';

export function tokenVerb(program: Command): void {
  const token = command(program, 'token', {
    description: 'make, list and revoke tokens for agents and programs',
    examples: ['token create ci-bot --scope read,write', 'token list', 'token revoke ci-bot'],
  });
  verb(token, 'create <name>', {
    description: 'make a token that acts for you, and print it; it is never shown again',
    examples: [
      'token create ci-bot --scope read,write --project shop --expires 90d',
      'token create reader --scope read > ~/.vault-token',
    ],
  })
    .requiredOption('--scope <scopes>', `comma-separated: ${SCOPES.join(', ')}`)
    .option('--project <name>', 'limit the token to this project; repeat it for several', gathered)
    .option('--expires <when>', 'after days, such as 90d, or at an RFC 3339 time; default: never')
    .action(
      acting(async ({ vault, url, output }, name, { scope, project, expires }) => {
        const { data } = await vault.POST('/api/v1/tokens', {
          body: { name, scope: scopesIn(scope), projects: project, expires_at: timeIn(expires) },
        });
        output.note(`${about(data)} at ${shownLine(url)}: set VAULT_BEARER_TOKEN to this token`);
        await printResult(output, data, data.token);
      }),
    );
  verb(token, 'list', {
    description:
      'list your tokens and connected applications; the owner and admins see those of all members',
    examples: ['token list', 'token list --format json'],
  }).action(
    acting(async ({ vault, output }) => {
      const nothing = 'there is no token: memory-vault token create NAME makes one';
      await printFound(output, await tokensIn(vault), COLUMNS, nothing);
    }),
  );
  verb(token, 'revoke <token>', {
    description:
      'end a token or disconnect an application, by its id or its name: it stops working at once',
    examples: ['token revoke ci-bot', 'token revoke 80ZGCS1A'],
  }).action(
    acting(async ({ vault, output }, given) => {
      const { id, name } = await tokenNamed(vault, given);
      await vault.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } });
      await printDone(output, `${shownLine(name)} is revoked`, { id, name });
    }),
  );
}

const gathered = (project: string, before: readonly string[] = []): string[] => [
  ...before,
  project,
];

function scopesIn(text: string): CreateToken['scope'] {
  return text.split(',').map((word) => {
    const scope = SCOPES.find((one) => one === word.trim());
    if (scope === undefined)
      throw misused(`--scope must be some of ${SCOPES.join(', ')}, with commas between them`);
    return scope;
  });
}

/** The time that `90d` means from now, or that is given. */
function timeIn(given: string | undefined): string | undefined {
  if (given === undefined || parseTime(given) !== undefined) return given;
  const [, days] = /^(\d{1,5})d$/.exec(given) ?? [];
  if (days === undefined)
    throw misused('--expires must be days, such as 90d, or a time such as 2026-01-31T12:00:00Z');
  return new Date(Date.now() + Number(days) * 86_400_000).toISOString();
}

async function tokensIn(vault: VaultClient): Promise<readonly AccessToken[]> {
  return (await vault.GET('/api/v1/tokens')).data;
}

/** The token with that id, the end of an id, or that name. Throws `Failed` where there is none, or more than one. */
async function tokenNamed(vault: VaultClient, given: string): Promise<AccessToken> {
  const tokens = await tokensIn(vault);
  const id = given.toUpperCase();
  const byId = tokens.filter((one) => one.id === id || shortId(one.id) === id);
  const byName = tokens.filter((one) => caseless(one.name) === caseless(given));
  const [found, another] = byId.length > 0 ? byId : byName;
  if (!found) throw nothingFound(`there is no token ${shownLine(given)}`);
  if (another)
    throw misused(
      `several tokens have the name ${shownLine(given)}: give the id that memory-vault token list shows`,
    );
  return found;
}

const about = ({ name, scope, projects, expires_at }: AccessToken): string =>
  dotted([
    `the token ${shownLine(name)}`,
    `may ${scope.join(', ')}`,
    projects && `in ${shownLine(projects.join(', '))}`,
    expires_at && `until ${minuteOf(expires_at)}`,
  ]);

const COLUMNS: readonly Column<AccessToken>[] = [
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'name', cell: ({ name }) => name, isWide: true },
  { head: 'scope', cell: ({ scope }) => scope.join(',') },
  { head: 'projects', cell: ({ projects = [] }) => projects.join(', '), isRare: true },
  { head: 'holder', cell: ({ holder }) => holder, from: 60 },
  { head: 'kind', cell: ({ application }) => (application ? 'application' : ''), isRare: true },
  { head: 'ends', cell: ({ expires_at = '' }) => minuteOf(expires_at), isRare: true, from: 70 },
  {
    head: 'last used',
    cell: ({ last_used_at = '' }) => minuteOf(last_used_at),
    isRare: true,
    from: 70,
  },
];
