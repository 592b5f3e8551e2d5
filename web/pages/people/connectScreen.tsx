import type { AccessToken } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { caller } from '../../base/caller.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Facts } from '../../kit/facts.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';
import { agreed, type MayDo, MayDoFields } from './mayDo.js';

type Scope = AccessToken['scope'];

/** Goes back to the application. The service has checked where that is. */
const goBack = (to: string) => location.replace(to);

/** Asks whether an application may act for the person that is logged in (OAuth). */
export default function ConnectScreen({ query }: ScreenProps) {
  const asked = query.toString();
  const question = useAsk(
    asked,
    async (signal) => (await api.POST('/oauth/consent', { body: { query: asked }, signal })).data,
  );
  return (
    <>
      <ScreenHead title="Connect an application" />
      <Asking asked={question}>
        {({
          client,
          client_host,
          redirect_host,
          redirect_program,
          scope = [],
          problem,
          redirect,
        }) => (
          <Card title={problem === undefined ? 'Do you let it in?' : 'It cannot be let in'}>
            <p>
              <strong>
                <UserText>{client_host}</UserText>
              </strong>{' '}
              asks to act in this vault for you
              {caller?.email && (
                <>
                  , <UserText>{caller.email}</UserText>
                </>
              )}
              .
            </p>
            <Facts
              facts={[
                ['It calls itself', <UserText>{client}</UserText>],
                ['Your answer goes to', <UserText>{redirect_host}</UserText>],
              ]}
            />
            {problem !== undefined && redirect !== undefined ? (
              <>
                <p class="box warn">
                  <UserText>{problem}</UserText>
                </p>
                <div class="actions">
                  <Button onClick={() => goBack(redirect)}>Send it the error and go back</Button>
                </div>
              </>
            ) : (
              <>
                <p class="box warn">
                  Any program can give itself this name. Let it in only if you have just asked it to
                  connect.
                  {redirect_program &&
                    ' The answer goes to a program on this machine. Another program here could pretend to be this application.'}
                </p>
                <Decision asked={asked} offered={scope} />
              </>
            )}
          </Card>
        )}
      </Asking>
    </>
  );
}

function Decision({ asked, offered }: { asked: string; offered: Scope }) {
  const [chosen, setChosen] = useState<MayDo>({
    scope: offered.filter((one) => one !== 'forget'),
    typed: '',
  });
  const [error, setError] = useState<unknown>(undefined);
  const [isSent, setSent] = useState(false);
  const decide = async (body: { decision: 'approve' | 'deny' }) => {
    setError(undefined);
    try {
      const { data } = await api.POST('/oauth/consent', { body: { query: asked, ...body } });
      if (data.redirect !== undefined) goBack(data.redirect);
      setSent(true);
    } catch (thrown) {
      setError(thrown);
    }
  };
  // Still there where a program took the answer, and no other page.
  if (isSent) return <p role="status">Your answer was sent. You can close this page.</p>;
  return (
    <div class="form">
      <MayDoFields offered={offered} chosen={chosen} onChange={setChosen} />
      <p class="hint">
        The permission ends 30 days after its last use. You can end it at any time under{' '}
        <a href="#/tokens">Tokens</a>: then the application is out at once. Notes that it saved
        stay.
      </p>
      {error !== undefined && <ErrorBox error={error} />}
      <div class="actions">
        <Button
          kind="primary"
          disabled={chosen.scope.length === 0}
          onClick={() => decide({ decision: 'approve', ...agreed(chosen) })}
        >
          Let it in
        </Button>
        <Button onClick={() => decide({ decision: 'deny' })}>Refuse</Button>
      </div>
    </div>
  );
}
