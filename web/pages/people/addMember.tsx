import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Field } from '../../kit/field.js';

/** Adds a member, and has an invite issued: without one, nobody can log in. */
export function AddMember({
  team,
  onAdded,
}: {
  team: string;
  onAdded: (email: string) => Promise<void>;
}) {
  const [email, setEmail] = useState('');
  const [isAdmin, setAdmin] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const add = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const body = { email: email.trim(), role: isAdmin ? 'admin' : 'member' } as const;
      const params = { path: { team } };
      await api.POST('/admin/teams/{team}/members', { params, body });
      await onAdded(body.email);
      setEmail('');
      setAdmin(false);
    } catch (thrown) {
      setError(thrown);
    }
    setBusy(false);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div class="add-person">
        <Field label="E-mail address of a new member">
          <input
            type="email"
            required
            maxLength={254}
            placeholder="ada@example.org"
            autocomplete="off"
            value={email}
            onInput={(event) => setEmail(event.currentTarget.value)}
          />
        </Field>
        <Field label="Role">
          <select
            value={isAdmin ? 'admin' : 'member'}
            onChange={(event) => setAdmin(event.currentTarget.value === 'admin')}
          >
            <option value="member">member</option>
            <option value="admin">admin</option>
          </select>
        </Field>
        <Button type="submit" kind="primary" disabled={isBusy || email.trim() === ''}>
          Add and invite
        </Button>
      </div>
      <p class="hint">
        {isAdmin
          ? 'An admin sees all teams and everything in the vault, and has the rights of the owner.'
          : 'A member sees everything of its team, and everything without a team.'}
      </p>
      {error !== undefined && <ErrorBox error={error} />}
    </form>
  );
}
