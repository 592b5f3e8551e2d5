import type { AddWebhook, Webhook } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { webhookInWords } from '../../../src/domain/webhookWords.js';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Confirm } from '../../kit/confirm.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Dialog } from '../../kit/dialog.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { counted } from '../../kit/format.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** Programs that are told what happens to notes and sessions. The stream of the service says how far each is. */
export function WebhooksCard({ webhooks }: { webhooks: readonly Webhook[] }) {
  const [leaving, setLeaving] = useState<Webhook | undefined>(undefined);
  const [secret, setSecret] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const retry = async (id: string) => {
    setError(undefined);
    try {
      await api.POST('/admin/webhooks/{id}/retry', { params: { path: { id } } });
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Card title="Webhooks">
      {error !== undefined && <ErrorBox error={error} />}
      {webhooks.length === 0 ? (
        <p class="hint">None: this vault sends its events to no other program.</p>
      ) : (
        <ul class="rows people-rows">
          {webhooks.map((one) => (
            <li key={one.id}>
              <WebhookRow webhook={one} />
              <span class="actions">
                {one.state !== 'sending' && (
                  <Button label={`Try now: ${one.url}`} onClick={() => retry(one.id)}>
                    Try now
                  </Button>
                )}
                <Button label={`Remove ${one.url}`} onClick={() => setLeaving(one)}>
                  Remove…
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NewWebhook onSecret={setSecret} />
      {leaving && (
        <Confirm
          title="Remove this webhook?"
          label="Remove the webhook"
          onClose={() => setLeaving(undefined)}
          onConfirm={() =>
            api.DELETE('/admin/webhooks/{id}', { params: { path: { id: leaving.id } } })
          }
        >
          <p>
            <UserText>{leaving.url}</UserText> gets no more events. If you add it again, it gets
            another secret, but not the events in between.
          </p>
        </Confirm>
      )}
      {secret && (
        <Dialog
          title="Store this secret now"
          onClose={() => setSecret('')}
          actions={
            <Button kind="primary" onClick={() => setSecret('')}>
              I have stored it
            </Button>
          }
        >
          <p>
            The receiver uses it to check that a message is from this vault.{' '}
            <strong>You see it only now.</strong>
          </p>
          <div class="once">
            <code>{secret}</code>
            <CopyButton text={secret} label="Copy the secret" />
          </div>
        </Dialog>
      )}
    </Card>
  );
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { url, types, last_success_at, failed } = webhook;
  return (
    <span class="who-is">
      <span>
        <UserText>{url}</UserText>
      </span>
      <UserText>{webhookInWords(webhook, Date.now())}</UserText>
      <span class="hint">
        {types.join(', ')}
        {last_success_at && (
          <>
            ; last success <Time at={last_success_at} />
          </>
        )}
        {failed.length > 0 && `; ${counted(failed.length, 'event')} given up`}
      </span>
    </span>
  );
}

function NewWebhook({ onSecret }: { onSecret: (secret: string) => void }) {
  const [url, setUrl] = useState('');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<unknown>(undefined);
  const add = async () => {
    setError(undefined);
    const types = typed.match(/[^\s,]+/g);
    // The vault reads the types, and says which there are.
    const body: AddWebhook = { url: url.trim(), types: types as AddWebhook['types'] };
    try {
      onSecret((await api.POST('/admin/webhooks', { body })).data.secret);
      setUrl('');
      setTyped('');
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div class="form">
      <Field
        label="Send events to"
        hint="The address gets new events, without those that belong to one person."
      >
        <input
          type="url"
          placeholder="https://hooks.example/vault"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
      </Field>
      <Field
        label="Only these types of events"
        hint="For example observation.saved. Leave the field empty for all types."
      >
        <input value={typed} onInput={({ currentTarget }) => setTyped(currentTarget.value)} />
      </Field>
      {error !== undefined && <ErrorBox error={error} />}
      <div class="actions">
        <Button onClick={add} disabled={url.trim() === ''}>
          Add the webhook
        </Button>
      </div>
    </div>
  );
}
