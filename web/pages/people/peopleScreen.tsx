import type { Team } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { caller } from '../../base/caller.js';
import { goTo, linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { EmptyState } from '../../kit/emptyState.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** The teams of the vault. */
export default function PeopleScreen() {
  const asked = useAsk('teams', async (signal) => (await api.GET('/admin/teams', { signal })).data);
  return (
    <>
      <ScreenHead title="People">
        The members of a team share what they and their agents save.{' '}
        <a href={linkTo('/tokens')}>Tokens for agents and programs</a>
      </ScreenHead>
      {caller?.vault === 'open' && <OpenVault />}
      <Asking asked={asked}>{(teams) => <Teams teams={teams} />}</Asking>
      <NewTeam />
    </>
  );
}

function OpenVault() {
  return (
    <div class="box warn">
      <p>
        <strong>This vault is open:</strong> anybody who reaches its address can read and save,
        logged in or not. For a vault of members only, start the service with{' '}
        <code>VAULT_AUTH=session</code>.
      </p>
    </div>
  );
}

function Teams({ teams }: { teams: readonly Team[] }) {
  if (teams.length === 0) {
    return (
      <EmptyState title="No teams yet">
        Create the first one below. Then add its members: each gets an invite that you send, and
        logs in with it.
      </EmptyState>
    );
  }
  return (
    <Card title="Teams">
      <ul class="rows">
        {teams.map(({ id, name, created_at }) => (
          <li key={id}>
            <a class="note-row" data-row href={linkTo(`/people/${id}`)}>
              <span class="note-title">
                <UserText>{name}</UserText>
              </span>
              <span class="note-row-foot">
                created <Time at={created_at} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function NewTeam() {
  const [name, setName] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const create = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const { data } = await api.POST('/admin/teams', { body: { name: name.trim() } });
      goTo(`/people/${data.id}`);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <Card title="New team">
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <Field label="Name" hint="Such as payments. All members see it.">
          <input
            required
            maxLength={200}
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </Field>
        {error !== undefined && <ErrorBox error={error} />}
        <div class="actions">
          <Button type="submit" kind="primary" disabled={isBusy || name.trim() === ''}>
            Create the team
          </Button>
        </div>
      </form>
    </Card>
  );
}
