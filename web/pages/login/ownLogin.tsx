import { api } from '../../base/api.js';
import { askWho, type PageCaller } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { dropDrafts } from '../../base/useDraft.js';
import { Asking } from '../../kit/asking.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Facts } from '../../kit/facts.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** Who is logged in in this browser, until when, and with whom. */
export function OwnLogin({ who }: { who: PageCaller }) {
  const isMember = who.caller === 'member';
  return (
    <>
      <ScreenHead title="Your login" actions={<LogOut />}>
        {isMember
          ? 'You read and save as a member of your team.'
          : 'You are the owner of this vault.'}
      </ScreenHead>
      <div class="columns">
        <Card title="This browser">
          <Facts
            facts={[
              ['Logged in as', isMember ? <UserText>{who.email}</UserText> : 'The owner'],
              ['Team', who.team && <UserText>{who.team}</UserText>],
              ['Role', who.role],
              ['Until', who.expires_at && <ExactTime at={who.expires_at} />],
            ]}
          />
          <p class="hint">
            Logging out ends the login of this browser only. Agents and terminals stay logged in.
          </p>
          <p>
            <a href={linkTo('/tokens')}>Tokens for agents and programs</a>
          </p>
          {who.admin && (
            <p>
              <a href={linkTo('/people')}>Teams, members and invites</a>
            </p>
          )}
        </Card>
        {isMember && <OwnTeam />}
      </div>
    </>
  );
}

function LogOut() {
  const logOut = async () => {
    try {
      await api.DELETE('/auth/browser');
    } catch (error) {
      notify(error instanceof Error ? error.message : 'The vault does not answer.');
      return;
    }
    dropDrafts();
    await askWho();
    notify('You are logged out.');
  };
  return <Button onClick={logOut}>Log out</Button>;
}

function OwnTeam() {
  const asked = useAsk(
    'own team',
    async (signal) => (await api.GET('/team/members', { signal })).data,
  );
  return (
    <Card title="Your team">
      <Asking asked={asked}>
        {(members) => (
          <ul class="rows people-rows">
            {members.map(({ id, email, role }) => (
              <li key={id}>
                <UserText>{email}</UserText>
                {role === 'admin' && <Badge tone="accent">admin</Badge>}
              </li>
            ))}
          </ul>
        )}
      </Asking>
      <p class="hint">An admin invites and removes members.</p>
    </Card>
  );
}
