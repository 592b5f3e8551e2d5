import { z } from 'zod';
import type { Vault } from '../../app/vault.js';
import { recordAct } from '../../commands/administration.js';
import { OutTime, optional } from '../../domain/fields.js';
import { Ulid } from '../../domain/ids.js';
import { formatTime, toSeconds } from '../../domain/time.js';
import { Count } from '../../queries/counts.js';
import { PUBLIC_TYPES } from '../../queries/publicEvents.js';
import { created, noContent, ok } from '../answers/successAnswers.js';
import { EXAMPLES } from '../openapi/examples.js';
import { pathId } from '../request/parameters.js';
import { del, get, group, post } from '../route.js';

const AddWebhook = z
  .strictObject({
    url: z.string().min(1).max(2000).meta({
      description: 'https:// and a host of VAULT_WEBHOOK_HOSTS; http:// for this machine only.',
    }),
    types: optional(z.array(z.enum(PUBLIC_TYPES)).min(1)).meta({
      description: 'Types of events, as of `GET /api/v1/events`; by default all.',
    }),
  })
  .meta({ id: 'AddWebhook' });

const Secret = z.string().meta({
  description: '`whsec_` and base64: what messages are signed with. No other answer shows it.',
});

const Time = OutTime.nullable();

/** A webhook as the API tells it. */
export const WebhookJson = z
  .object({
    id: Ulid,
    url: z.string(),
    types: z.array(z.string()),
    created_at: OutTime,
    state: z.enum(['sending', 'failing', 'gone']).meta({
      description: '`gone` once the receiver answered 410: nothing is sent until it is retried.',
    }),
    position: Count.meta({ description: 'The last event that is settled.' }),
    lag: Count.meta({ description: 'How many events of the log come behind it.' }),
    last_success_at: Time,
    failing_since: Time,
    failures: Count.meta({ description: 'Failures in a row.' }),
    next_try_at: Time,
    last_error: z.string().nullable(),
    failed: z
      .array(z.object({ position: Count, event: z.string(), error: z.string(), at: OutTime }))
      .meta({ description: 'Events that were given up, newest first; the last hundred.' }),
  })
  .meta({ id: 'Webhook' });
type WebhookJson = z.infer<typeof WebhookJson>;

const ID = EXAMPLES.invite.id;
const URL_EXAMPLE = 'https://hooks.example/vault';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const EXAMPLE: WebhookJson = {
  id: ID,
  url: URL_EXAMPLE,
  types: ['observation.saved'],
  created_at: '2026-11-20T09:30:00Z',
  state: 'sending',
  position: 2,
  lag: 0,
  last_success_at: '2026-11-20T09:31:00Z',
  failing_since: null,
  failures: 0,
  next_try_at: null,
  last_error: null,
  failed: [],
};

const time = (ms: number) => formatTime(toSeconds(ms));
const timeOrNull = (ms: number | null) => (ms === null ? null : time(ms));
const params = z.object({ id: pathId('webhook') });

/** The webhooks of a vault, the oldest first. */
export async function webhooksOf({ webhooks }: Pick<Vault, 'webhooks'>): Promise<WebhookJson[]> {
  const all = await webhooks.list();
  return all.map(({ id, url, types, created_at, gone, lag, failed, progress }) => ({
    id,
    url,
    types: [...types],
    created_at: time(created_at),
    state: gone ? 'gone' : progress.failing_since === null ? 'sending' : 'failing',
    position: progress.position,
    lag,
    last_success_at: timeOrNull(progress.last_success_at),
    failing_since: timeOrNull(progress.failing_since),
    failures: progress.failures,
    next_try_at: timeOrNull(progress.next_try_at),
    last_error: progress.last_error,
    failed: failed.map(({ at, ...one }) => ({ ...one, at: time(at) })),
  }));
}

/** Receivers outside that are told what happens. */
export const webhookRoutes = group({ tag: 'admin' }, [
  post('/admin/webhooks', 'addWebhook', {
    audience: 'admin',
    summary: 'Register a webhook',
    description:
      'Sends its receiver what happens from now on to notes and sessions, but nothing personal: in order, at least once, signed as Standard Webhooks. ' +
      'Only this answer shows the secret.',
    body: AddWebhook,
    example: { url: URL_EXAMPLE, types: ['observation.saved'] },
    withoutKey: true,
    answers: created('The webhook.', z.object({ id: Ulid, secret: Secret }), {
      id: ID,
      secret: SECRET,
    }),
    errors: ['conflict'],
    async handle({ vault, body: { url, types = PUBLIC_TYPES }, execute }) {
      const id = vault.newId();
      const { secret } = await vault.webhooks.add(id, { url, types });
      try {
        await execute(recordAct, { act: 'add-webhook', detail: { id } });
      } catch (error) {
        // Nothing is sent to where the log says nothing of, and nobody has the secret.
        await vault.webhooks.remove(id);
        throw error;
      }
      return { id, secret };
    },
  }),
  get('/admin/webhooks', 'listWebhooks', {
    audience: 'admin',
    summary: 'List the webhooks and how far they are',
    description: 'Those of this vault, the oldest first.',
    answers: ok('The webhooks.', z.array(WebhookJson), [EXAMPLE]),
    handle: ({ vault }) => webhooksOf(vault),
  }),
  del('/admin/webhooks/{id}', 'removeWebhook', {
    audience: 'admin',
    summary: 'Remove a webhook',
    description: 'Nothing is sent any more, and its address is deleted.',
    params,
    answers: noContent('Removed.'),
    errors: ['not_found'],
    async handle({ vault, params: { id }, execute }) {
      await vault.webhooks.remove(id);
      await execute(recordAct, { act: 'remove-webhook', detail: { id } });
    },
  }),
  post('/admin/webhooks/{id}/rotate', 'rotateWebhookSecret', {
    audience: 'admin',
    summary: 'Renew the secret of a webhook',
    description: 'Everything is signed with the new one from now on.',
    params,
    withoutKey: true,
    answers: ok('The new secret.', z.object({ secret: Secret }), { secret: SECRET }),
    errors: ['not_found'],
    async handle({ vault, params: { id }, execute }) {
      const renewed = await vault.webhooks.rotate(id);
      await execute(recordAct, { act: 'rotate-webhook', detail: { id } });
      return renewed;
    },
  }),
  post('/admin/webhooks/{id}/retry', 'retryWebhook', {
    audience: 'admin',
    summary: 'Try a webhook again at once',
    description: 'This also works after its receiver has answered 410.',
    params,
    withoutKey: true,
    answers: { 204: { description: 'The retry has begun.' } },
    errors: ['not_found'],
    handle: ({ vault, params: { id } }) => vault.webhooks.retry(id),
  }),
  post('/admin/webhooks/{id}/test', 'testWebhook', {
    audience: 'admin',
    summary: 'Send a test message to a webhook',
    description: 'An event of the type `webhook.test`, at once and outside of the order.',
    params,
    withoutKey: true,
    answers: ok(
      'Whether the receiver accepted it.',
      z.object({ taken: z.boolean(), error: z.string().optional() }),
      { taken: false, error: 'answered 503' },
    ),
    errors: ['not_found'],
    async handle({ vault, params: { id } }) {
      const error = await vault.webhooks.test(id);
      return { taken: error === undefined, error };
    },
  }),
]);
