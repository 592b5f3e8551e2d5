import type { Login } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { useDeed } from './useDeed.js';

/** The logins of a team that are open now, each of which can be ended. */
export function Logins({
  team,
  logins,
  onChanged,
}: {
  team: string;
  logins: readonly Login[];
  onChanged: (said: string) => Promise<void>;
}) {
  const { ask, dialog } = useDeed();
  const end = ({ id, email }: Login) =>
    ask({
      title: 'End this login?',
      label: 'End the login',
      children: (
        <p>
          The session token of <UserText>{email}</UserText> stops working at once, and with it every
          terminal, agent and browser that uses it. A new invite lets them in again.
        </p>
      ),
      async onConfirm() {
        const path = { team, session: id };
        await api.DELETE('/admin/teams/{team}/sessions/{session}', { params: { path } });
        await onChanged('The login was ended.');
      },
    });
  return (
    <Card title="Logins">
      {logins.length === 0 ? (
        <p class="hint">Nobody is logged in. A login begins with an invite and lasts 30 days.</p>
      ) : (
        <ul class="rows people-rows">
          {logins.map((login) => (
            <li key={login.id}>
              <span class="who-is">
                <span>
                  <UserText>{login.email}</UserText>
                </span>
                <span class="hint">
                  since <Time at={login.opened_at} />, ends <Time at={login.expires_at} />
                </span>
              </span>
              <Button label={`End the login of ${login.email}`} onClick={() => end(login)}>
                End…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}
