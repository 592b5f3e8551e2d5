import type { LoggedIn } from 'memory-vault-client';
import { caller } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { Card } from '../../kit/card.js';
import { CopyButton } from '../../kit/copyButton.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** What a new member has to keep: no other page shows it. */
export function Joined({ login }: { login: LoggedIn }) {
  const { session_token, email, team, expires_at } = login;
  return (
    <>
      <ScreenHead title="Welcome">
        You are <UserText>{email}</UserText>, of the team <UserText>{team}</UserText>.
        {caller?.caller === 'member' && ' This browser is logged in for 8 hours.'}
      </ScreenHead>
      <Card title="Store your session token now">
        <div class="box warn">
          <p>
            <strong>You see it only here, only now.</strong> The vault has only a hash of it.
            Anybody who has the token reads and saves as you: store it with your passwords.
          </p>
        </div>
        <div class="once">
          <code>{session_token}</code>
          <CopyButton text={session_token} label="Copy the token" />
        </div>
        <p>
          Use it to log in here again and in a terminal. Your agents use the login of the terminal.
          This command asks for the token:
        </p>
        <pre class="command">memory-vault login {location.origin}</pre>
        <p class="hint">
          It ends on <ExactTime at={expires_at} />. Ask an admin for a new invite then, or when you
          have lost it.
        </p>
        <div class="actions">
          <a class="button primary" href={linkTo('/')}>
            I have stored it: go to the vault
          </a>
        </div>
      </Card>
    </>
  );
}
