import { caller } from '../../base/caller.js';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { Card } from '../../kit/card.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { logIn } from './logIn.js';
import { OwnLogin } from './ownLogin.js';
import { SecretForm } from './secretForm.js';
import { UnsafePlace } from './unsafePlace.js';

/** Logs this browser in; shows the login where it is. */
export default function LoginScreen({ query }: ScreenProps) {
  const who = caller;
  if (who && who.caller !== 'anonymous') return <OwnLogin who={who} />;
  const send = async (secret: string) => {
    await logIn(secret);
    goTo(query.get('to') ?? '/', {}, { replace: true });
  };
  return (
    <>
      <ScreenHead title="Log in">
        {who?.vault === 'open' ? (
          <>
            Everybody may read this vault. Log in to save in your own name. Admins also see more
            screens. <a href={linkTo('/tokens')}>Tokens for agents and programs</a>
          </>
        ) : (
          'This vault is for its members.'
        )}
      </ScreenHead>
      <UnsafePlace />
      <div class="columns">
        <Card title="With a token, the key or a code">
          <SecretForm
            label="Session token, owner's key or code"
            hint="Your session token of 64 characters, the key of the owner, or a code such as 7K2M-QX4D."
            button="Log in"
            onSend={send}
          />
        </Card>
        <Card title="You have none of these?">
          <p>
            <strong>Do you use the machine of the vault</strong>, or one on which you logged in at a
            terminal? Run this there. It opens the page and prints a code:
          </p>
          <pre class="command">memory-vault open</pre>
          <p>
            <strong>Somebody invited you?</strong> Exchange the invite for a login.
          </p>
          <div class="actions">
            <a class="button" href={linkTo('/join')}>
              I have an invite
            </a>
          </div>
          <p class="hint">
            The owner's key is in the file <code>admin.key</code> of the data directory. If you have
            none of these, ask an admin of the vault for an invite.
          </p>
        </Card>
      </div>
    </>
  );
}
