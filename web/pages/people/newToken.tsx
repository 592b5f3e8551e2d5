import type { AccessToken, CreatedToken } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';

type Scope = AccessToken['scope'][number];

const SCOPES: readonly (readonly [Scope, string])[] = [
  ['read', 'Read what you see'],
  ['write', 'Write what stays'],
  ['forget', 'Forget for good'],
];

const AT_FIRST: readonly Scope[] = ['read'];

const DAY = 86_400_000;
/** Days that a token lasts; 0 for one that ends only when it is revoked. */
const LASTS: readonly (readonly [number, string])[] = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'a year'],
  [0, 'until it is revoked'],
];

const USUAL_DAYS = 90;

/** Makes a token. */
export function NewToken({ onMade }: { onMade: (made: CreatedToken) => void }) {
  const [name, setName] = useState('');
  const [scope, setScope] = useState(AT_FIRST);
  const [typed, setTyped] = useState('');
  const [days, setDays] = useState(USUAL_DAYS);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const make = async () => {
    setBusy(true);
    setError(undefined);
    const projects = typed.split('\n').flatMap((line) => line.trim() || []);
    const body = {
      name: name.trim(),
      scope: [...scope],
      ...(projects.length > 0 && { projects }),
      ...(days > 0 && { expires_at: new Date(Date.now() + days * DAY).toISOString() }),
    };
    try {
      onMade((await api.POST('/api/v1/tokens', { body })).data);
      setName('');
      setScope(AT_FIRST);
      setTyped('');
      setDays(USUAL_DAYS);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  const turn = (one: Scope, isOn: boolean) =>
    setScope((before) => (isOn ? [...before, one] : before.filter((other) => other !== one)));
  return (
    <Card title="New token">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Field label="Name" hint="Of the agent or program, such as ci-bot. It stands in the log.">
          <input
            required
            maxLength={80}
            autocomplete="off"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </Field>
        <fieldset class="scopes">
          <legend class="field-label">It may</legend>
          {SCOPES.map(([one, words]) => (
            <label key={one} class="check">
              <input
                type="checkbox"
                checked={scope.includes(one)}
                onChange={({ currentTarget }) => turn(one, currentTarget.checked)}
              />
              {words}
            </label>
          ))}
        </fieldset>
        <Field
          label="Only in these projects"
          hint="One in each line. Without any, it acts in all that you see."
        >
          <textarea
            rows={2}
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
          />
        </Field>
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
            disabled={isBusy || name.trim() === '' || scope.length === 0}
          >
            Make the token
          </Button>
        </div>
      </form>
    </Card>
  );
}
