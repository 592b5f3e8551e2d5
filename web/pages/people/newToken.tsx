import type { AccessToken, CreatedToken } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { agreed, type MayDo, MayDoFields } from './mayDo.js';

const SCOPES: AccessToken['scope'] = ['read', 'write', 'forget'];

const AT_FIRST: MayDo = { scope: ['read'], typed: '' };

const DAY = 86_400_000;
/** Days that a token lasts; 0 for one that ends only when it is revoked. */
const LASTS: readonly (readonly [number, string])[] = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'a year'],
  [0, 'until you revoke it'],
];

const USUAL_DAYS = 90;

/** Makes a token. */
export function NewToken({ onMade }: { onMade: (made: CreatedToken) => void }) {
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState(AT_FIRST);
  const [days, setDays] = useState(USUAL_DAYS);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const body = {
      name: name.trim(),
      ...agreed(chosen),
      ...(days > 0 && { expires_at: new Date(Date.now() + days * DAY).toISOString() }),
    };
    try {
      onMade((await api.POST('/api/v1/tokens', { body })).data);
      setName('');
      setChosen(AT_FIRST);
      setDays(USUAL_DAYS);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  return (
    <Card title="New token">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field
          label="Name"
          hint="Name the agent or program, such as ci-bot. The log shows this name."
        >
          <input
            required
            maxLength={80}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <MayDoFields offered={SCOPES} chosen={chosen} onChange={setChosen} />
        <Field label="It lasts">
          <select
            value={days}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
          >
            {LASTS.map(([many, words]) => (
              <option key={many} value={many}>
                {words}
              </option>
            ))}
          </select>
        </Field>
        {error !== undefined && <ErrorBox error={error} />}
        <div class="actions">
          <Button
            type="submit"
            kind="primary"
            disabled={isBusy || name.trim() === '' || chosen.scope.length === 0}
          >
            Make the token
          </Button>
        </div>
      </form>
    </Card>
  );
}
