import type { Invite } from 'memory-vault-client';
import { api } from '../../app/api.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { inviteTone } from './inviteTone.js';
import { useDeed } from './useDeed.js';

/** All invites of a team, the newest first; those that wait can be revoked. */
export function Invites({
  team,
  invites,
  onChanged,
}: {
  team: string;
  invites: readonly Invite[];
  onChanged: (said: string) => Promise<void>;
}) {
  const { ask, dialog } = useDeed();
  const revoke = ({ id, email }: Invite) =>
    ask({
      title: 'Revoke this invite?',
      label: 'Revoke the invite',
      children: (
        <p>
          <UserText>{email}</UserText> cannot log in with it any more. You can issue a new one at
          any time.
        </p>
      ),
      async onConfirm() {
        const path = { team, invite: id };
        await api.DELETE('/admin/teams/{team}/invites/{invite}', { params: { path } });
        await onChanged('The invite was revoked.');
      },
    });
  return (
    <Card title="Invites">
      {invites.length === 0 ? (
        <p class="hint">None yet. An invite logs one person in, once, within seven days.</p>
      ) : (
        <ul class="rows people-rows">
          {invites.map((invite) => (
            <li key={invite.id}>
              <span class="who-is">
                <span>
                  <UserText>{invite.email}</UserText>
                  <Badge tone={inviteTone(invite.state)}>{invite.state}</Badge>
                </span>
                {invite.state === 'pending' && (
                  <span class="hint">
                    ends <Time at={invite.expires_at} />
                  </span>
                )}
              </span>
              {invite.state === 'pending' && (
                <Button
                  label={`Revoke the invite of ${invite.email}`}
                  onClick={() => revoke(invite)}
                >
                  Revoke…
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}
