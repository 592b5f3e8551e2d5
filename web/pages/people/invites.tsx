import type { Invite } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { counted } from '../../kit/format.js';
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
  const pending = invites.filter(({ state }) => state === 'pending');
  const over = invites.filter(({ state }) => state !== 'pending');
  const revoke = ({ id, email }: Invite) =>
    ask({
      title: 'Revoke this invite?',
      label: 'Revoke the invite',
      children: (
        <p>
          <UserText>{email}</UserText> can no longer log in with this invite. You can issue a new
          one at any time.
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
        <>
          <Rows invites={pending} onRevoke={revoke} />
          {over.length > 0 && (
            <details class="people-over" open={pending.length === 0}>
              <summary>{counted(over.length, 'invite')} used or ended</summary>
              <Rows invites={over} />
            </details>
          )}
        </>
      )}
      {dialog}
    </Card>
  );
}

function Rows({
  invites,
  onRevoke,
}: {
  invites: readonly Invite[];
  onRevoke?: (invite: Invite) => void;
}) {
  return (
    <ul class="rows people-rows">
      {invites.map((invite) => (
        <li key={invite.id}>
          <span class="who-is">
            <span>
              <UserText>{invite.email}</UserText>
              <Badge tone={inviteTone(invite.state)}>{invite.state}</Badge>
            </span>
            {onRevoke && (
              <span class="hint">
                ends <Time at={invite.expires_at} />
              </span>
            )}
          </span>
          {onRevoke && (
            <Button label={`Revoke the invite of ${invite.email}`} onClick={() => onRevoke(invite)}>
              Revoke…
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
