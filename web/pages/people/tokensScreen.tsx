import type { CreatedToken } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { isAdmin } from '../../base/caller.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { notify } from '../../kit/notices.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { NewToken } from './newToken.js';
import { TokenDialog } from './tokenDialog.js';
import { Tokens } from './tokens.js';

/** The tokens of agents and programs: those of the reader, and for admins all. */
export default function TokensScreen() {
  const [made, setMade] = useState<CreatedToken | undefined>(undefined);
  const asked = useAsk(
    'tokens',
    async (signal) => (await api.GET('/api/v1/tokens', { signal })).data,
  );
  const ended = (words: string) => {
    notify(words);
    asked.again();
  };
  return (
    <>
      <ScreenHead title="Tokens">
        Give an agent or a program a token of its own instead of your login. It acts for you, within
        the limits of its token. The log shows which token acted.
        {isAdmin() && ' You see the tokens of everybody.'}
      </ScreenHead>
      <Asking asked={asked}>
        {(all) => {
          const applications = all.filter(({ application }) => application);
          return (
            <>
              {applications.length > 0 && (
                <Tokens
                  of="application"
                  tokens={applications}
                  onRevoked={() => ended('The application was disconnected.')}
                />
              )}
              <Tokens
                of="token"
                tokens={all.filter(({ application }) => !application)}
                onRevoked={() => ended('The token was revoked.')}
              />
            </>
          );
        }}
      </Asking>
      <NewToken
        onMade={(token) => {
          setMade(token);
          asked.again();
        }}
      />
      {made && <TokenDialog made={made} onClose={() => setMade(undefined)} />}
    </>
  );
}
