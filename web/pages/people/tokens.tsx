import type { AccessToken } from 'memory-vault-client';
import { api } from '../../base/api.js';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ExactTime, Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { useDeed } from './useDeed.js';

const WORDS = {
  token: {
    title: 'Tokens in use',
    deed: 'Revoke',
    ask: 'Revoke this token?',
    label: 'Revoke the token',
    who: 'every agent and program that uses it is refused',
  },
  application: {
    title: 'Connected applications',
    deed: 'Disconnect',
    ask: 'Disconnect this application?',
    label: 'Disconnect it',
    who: 'it has to ask again to be let in',
  },
};

/** The tokens that live, or the applications that were let in: the newest first, each of which can be ended. */
export function Tokens({
  of,
  tokens,
  onRevoked,
}: {
  of: keyof typeof WORDS;
  tokens: readonly AccessToken[];
  onRevoked: () => void;
}) {
  const words = WORDS[of];
  const { ask, dialog } = useDeed();
  const revoke = ({ id, name, holder }: AccessToken) =>
    ask({
      title: words.ask,
      label: words.label,
      children: (
        <p>
          <strong>
            <UserText>{name}</UserText>
          </strong>{' '}
          of <UserText>{holder}</UserText> stops working at once, and {words.who}. This cannot be
          undone. Notes that it saved stay.
        </p>
      ),
      async onConfirm() {
        await api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } });
        onRevoked();
      },
    });
  return (
    <Card title={words.title}>
      {tokens.length === 0 ? (
        <p class="hint">None yet. Make one below for each agent or program.</p>
      ) : (
        <ul class="rows people-rows">
          {tokens.map((token) => (
            <li key={token.id}>
              <TokenRow token={token} />
              <Button
                label={`${words.deed} ${token.name} of ${token.holder}`}
                onClick={() => revoke(token)}
              >
                {words.deed}…
              </Button>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Card>
  );
}

function TokenRow({ token }: { token: AccessToken }) {
  const { name, scope, projects, holder, created_at, expires_at, application, last_used_at } =
    token;
  return (
    <span class="who-is">
      <span>
        <UserText>{name}</UserText>
        {scope.map((one) => (
          <Badge key={one} tone={one === 'forget' ? 'warn' : 'neutral'}>
            {one}
          </Badge>
        ))}
      </span>
      <span class="hint">
        for <UserText>{holder}</UserText>, in{' '}
        {projects ? <UserText>{projects.join(', ')}</UserText> : 'all projects'}
      </span>
      <span class="hint">
        {application ? 'since' : 'made'} <Time at={created_at} />,{' '}
        {expires_at ? (
          <>
            ends <ExactTime at={expires_at} />
            {application && ' unless it is used before'}
          </>
        ) : (
          'ends when it is revoked'
        )}
        {last_used_at && (
          <>
            , last used <Time at={last_used_at} />
          </>
        )}
      </span>
    </span>
  );
}
