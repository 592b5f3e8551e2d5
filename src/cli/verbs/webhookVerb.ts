import type { Command } from '@commander-js/extra-typings';
import type { AddWebhook, VaultClient, Webhook } from 'memory-vault-client';
import { webhookInWords } from '../../domain/webhookWords.js';
import { EXIT, Failed, misused, nothingFound } from '../terminal/exit.js';
import { minuteOf, shortId, shownLine } from '../terminal/format.js';
import { type Column, printDone, printFound, printResult } from '../terminal/output.js';
import { command } from '../terminal/program.js';
import { acting, verb } from '../terminal/verb.js';

export function webhookVerb(program: Command): void {
  const webhook = command(program, 'webhook', {
    description: 'send events of notes and sessions to other programs (admins)',
    examples: ['webhook add https://hooks.example/vault', 'webhook list'],
  });
  verb(webhook, 'add <url>', {
    description: 'send all later events to this URL, and print its secret; it is never shown again',
    examples: [
      'webhook add https://hooks.example/vault',
      'webhook add https://hooks.example/vault --types observation.saved',
    ],
  })
    .option('--types <types>', 'comma-separated, such as observation.saved; default: all')
    .action(
      acting(async ({ vault, output }, url, { types }) => {
        const asked = types?.split(',').map((type) => type.trim());
        // The vault reads the types, and says which there are.
        const body: AddWebhook = { url, types: asked as AddWebhook['types'] };
        const { data } = await vault.POST('/admin/webhooks', { body });
        output.note(
          `${shownLine(url)} gets all later events; memory-vault webhook test ${shortId(data.id)} sends a test message`,
        );
        await printResult(output, data, data.secret);
      }),
    );
  verb(webhook, 'list', {
    description: 'list the webhooks, and the state of each',
    examples: ['webhook list', 'webhook list --format json'],
  }).action(
    acting(async ({ vault, output }) => {
      const nothing = 'there is no webhook: memory-vault webhook add URL makes one';
      await printFound(output, await webhooksIn(vault), COLUMNS, nothing);
    }),
  );
  verb(webhook, 'test <webhook>', {
    description: 'send a test message now',
    examples: ['webhook test 80ZGCS1A', 'webhook test https://hooks.example/vault'],
  }).action(
    acting(async ({ vault, output }, given) => {
      const { id, url } = await webhookNamed(vault, given);
      const { data } = await vault.POST('/admin/webhooks/{id}/test', { params: { path: { id } } });
      if (!data.taken)
        throw new Failed(
          EXIT.failed,
          `${shownLine(url)} did not accept the message: ${data.error}`,
        );
      await printDone(output, `${shownLine(url)} accepted the message`, { id, ...data });
    }),
  );
  verb(webhook, 'retry <webhook>', {
    description: 'send the waiting events now, even if the receiver has answered 410',
    examples: ['webhook retry 80ZGCS1A'],
  }).action(
    acting(async ({ vault, output }, given) => {
      const { id, url } = await webhookNamed(vault, given);
      await vault.POST('/admin/webhooks/{id}/retry', { params: { path: { id } } });
      await printDone(output, `${shownLine(url)} gets the waiting events now`, { id });
    }),
  );
  verb(webhook, 'rotate <webhook>', {
    description:
      'make a new secret, sign with it from now on, and print it; it is never shown again',
    examples: ['webhook rotate 80ZGCS1A'],
  }).action(
    acting(async ({ vault, output }, given) => {
      const { id } = await webhookNamed(vault, given);
      const params = { path: { id } };
      const { data } = await vault.POST('/admin/webhooks/{id}/rotate', { params });
      await printResult(output, { id, ...data }, data.secret);
    }),
  );
  verb(webhook, 'remove <webhook>', {
    description: 'remove a webhook: it gets no more events',
    examples: ['webhook remove 80ZGCS1A'],
  }).action(
    acting(async ({ vault, output }, given) => {
      const { id, url } = await webhookNamed(vault, given);
      await vault.DELETE('/admin/webhooks/{id}', { params: { path: { id } } });
      await printDone(output, `${shownLine(url)} gets no more events`, { id });
    }),
  );
}

async function webhooksIn(vault: VaultClient): Promise<readonly Webhook[]> {
  return (await vault.GET('/admin/webhooks')).data;
}

/** The webhook with that id, the end of an id, or that address. Throws `Failed` where there is none, or more than one. */
async function webhookNamed(vault: VaultClient, given: string): Promise<Webhook> {
  const end = given.toUpperCase();
  const [found, another] = (await webhooksIn(vault)).filter(
    ({ id, url }) => id === end || shortId(id) === end || url === given,
  );
  if (!found) throw nothingFound(`there is no webhook ${shownLine(given)}`);
  if (another)
    throw misused(
      'several webhooks have that address: give the id that memory-vault webhook list shows',
    );
  return found;
}

const COLUMNS: readonly Column<Webhook>[] = [
  { head: 'id', cell: ({ id }) => shortId(id) },
  { head: 'url', cell: ({ url }) => url, isWide: true },
  { head: 'types', cell: ({ types }) => types.join(', '), from: 120 },
  { head: 'state', cell: (one) => webhookInWords(one, Date.now()), isWide: true },
  { head: 'given up', cell: ({ failed }) => failed.length || '', isRare: true },
  {
    head: 'last success',
    cell: ({ last_success_at }) => minuteOf(last_success_at ?? ''),
    isRare: true,
    from: 100,
  },
];
