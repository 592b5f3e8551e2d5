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
        <p>
          With it you log in here again, and at a terminal, where your agents use the same login.
          This asks for it:
        </p>
        <pre class="command">memory-vault login {location.origin}</pre>
        <p class="hint">
          It ends on <ExactTime at={expires_at} />. Then, or if you lose it, ask an admin for a new
          invite.
        </p>
        <div class="actions">
          <a class="button primary" href={linkTo('/')}>
            I kept it: go to the vault
          </a>
        </div>
      </Card>
    </>
  );
}
