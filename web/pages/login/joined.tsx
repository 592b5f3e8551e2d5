import type { LoggedIn } from 'memory-vault-client';
import { caller } from '../../app/caller.js';
import { linkTo } from '../../app/place.js';
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
        {caller.value?.caller === 'member' && ' This browser is logged in for 8 hours.'}
      </ScreenHead>
      <Card title="Keep your session token now">
        <div class="box warn">
          <p>
            <strong>It is shown only here, only now.</strong> The vault keeps a hash of it. Whoever
            has it reads and saves as you, so keep it where you keep passwords.
          </p>
        </div>
        <div class="once">
          <code>{session_token}</code>
          <CopyButton text={session_token} label="Copy the token" />
        </div>
        <p>You need it</p>
        <ul>
          <li>
            to log in with a browser again, until <ExactTime at={expires_at} />
          </li>
          <li>to use the vault from your terminal and your agents, which ask for it after</li>
        </ul>
        <pre class="command">memory-vault login {location.origin}</pre>
        <p class="hint">Lost it? Ask an admin for a new invite.</p>
        <div class="actions">
          <a class="button primary" href={linkTo('/')}>
            I kept it: go to the vault
          </a>
        </div>
      </Card>
    </>
  );
}
