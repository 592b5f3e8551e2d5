import type { Member } from 'memory-vault-client';
import type { ComponentChildren } from 'preact';
import { api } from '../../base/api.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { notify } from '../../kit/notices.js';
import { UserText } from '../../kit/userText.js';
import { otherTeams } from './otherTeams.js';
import { useDeed } from './useDeed.js';

/** The members of a team, who can be invited and removed. */
export function Members({
  team,
  members,
  onInvite,
  onChanged,
  children,
}: {
  team: string;
  members: readonly Member[];
  onInvite: (email: string) => Promise<void>;
  onChanged: (said: string) => Promise<void>;
  /** The form that adds one. */
  children: ComponentChildren;
}) {
  const { ask, dialog } = useDeed();
  const invite = async (email: string) => {
    try {
      await onInvite(email);
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The vault does not answer.');
    }
  };
  const remove = ({ id, email }: Member) =>
    ask({
      title: 'Remove this member?',
      label: 'Remove the member',
      children: (
        <>
          <p>
            All logins and invites of{' '}
            <strong>
              <UserText>{email}</UserText>
            </strong>{' '}
            end at once, in browsers, terminals and agents. The address is erased from the team for
            good.
          </p>
          <p>
            Notes whose author is this address stay. To erase those, too, run{' '}
            <code>memory-vault forget --person</code>.
          </p>
        </>
      ),
      async onConfirm() {
        const path = { team, member: id };
        const others = await otherTeams(email, team);
        await api.DELETE('/admin/teams/{team}/members/{member}', { params: { path } });
        const still = others.length > 0 ? ` Still a member of ${others.join(', ')}.` : '';
        await onChanged(`The member was removed.${still}`);
      },
    });
  return (
    <Card title="Members">
      {members.length === 0 ? (
        <p class="hint">Nobody yet. Add the first member: the page then shows an invite to send.</p>
      ) : (
        <ul class="rows people-rows">
          {members.map((member) => (
            <li key={member.id}>
              <span class="who-is">
                <span>
                  <UserText>{member.email}</UserText>
                  {member.role === 'admin' && <Badge tone="accent">admin</Badge>}
                </span>
              </span>
              <span class="actions">
                <Button
                  label={`New invite for ${member.email}`}
                  onClick={() => invite(member.email)}
                >
                  New invite
                </Button>
                <Button label={`Remove ${member.email}`} onClick={() => remove(member)}>
                  Remove…
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      {children}
      {dialog}
    </Card>
  );
}
