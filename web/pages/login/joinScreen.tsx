import type { LoggedIn } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { Card } from '../../kit/card.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { inviteIn } from './inviteIn.js';
import { Joined } from './joined.js';
import { logIn } from './logIn.js';
import { SecretForm } from './secretForm.js';
import { UnsafePlace } from './unsafePlace.js';

/** Turns an invite into a login. */
export default function JoinScreen() {
  const [login, setLogin] = useState<LoggedIn | undefined>(undefined);
  if (login) return <Joined login={login} />;
  const join = async (pasted: string) => {
    const { data } = await api.POST('/auth/redeem', { body: { token: inviteIn(pasted) } });
    // The invite is used up now: what follows may fail, and the token must be seen all the same.
    setLogin(data);
    await logIn(data.session_token).catch(() => notify('This browser could not be logged in.'));
  };
  return (
    <>
      <ScreenHead title="Join">
        An admin of this vault sent you an invite. It works once, within seven days.
      </ScreenHead>
      <UnsafePlace />
      <Card title="Your invite">
        <SecretForm
          label="Invite"
          hint="64 characters. You can also paste the whole message."
          button="Join"
          onSend={join}
        >
          <a class="button" href={linkTo('/login')}>
            I have a login
          </a>
        </SecretForm>
      </Card>
    </>
  );
}
