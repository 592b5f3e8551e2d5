import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Facts } from '../../kit/facts.js';
import { ScreenHead } from '../../kit/screenHead.js';
import { UserText } from '../../kit/userText.js';

const WORDS = {
  read: 'read what you see',
  write: 'save and revise notes',
  forget: 'forget notes for good',
};

/** Follows an answer back to the application. The service has checked where that is. */
function answered<T extends { redirect?: string | undefined }>(answer: T): T {
  if (answer.redirect !== undefined) location.replace(answer.redirect);
  return answer;
}

/** Asks whether an application may act for the person that is logged in (OAuth). */
export default function ConnectScreen({ query }: ScreenProps) {
  const asked = query.toString();
  const question = useAsk(asked, async (signal) =>
    answered((await api.POST('/oauth/consent', { body: { query: asked }, signal })).data),
  );
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const decide = async (decision: 'approve' | 'deny') => {
    setBusy(true);
    setError(undefined);
    try {
      answered((await api.POST('/oauth/consent', { body: { query: asked, decision } })).data);
    } catch (thrown) {
      setError(thrown);
      setBusy(false);
    }
  };
  return (
    <>
      <ScreenHead title="Connect an application">
        It acts for you in this vault until you end its access, or 30 days after it last asked.
      </ScreenHead>
      <Asking asked={question}>
        {({ client, client_host, redirect_host, scope = [], redirect }) =>
          redirect !== undefined ? (
            <p>Back to the application.</p>
          ) : (
            <Card title="Do you let it in?">
              <Facts
                facts={[
                  ['It calls itself', <UserText>{client}</UserText>],
                  ['Known by', <UserText>{client_host}</UserText>],
                  ['Your answer goes to', <UserText>{redirect_host}</UserText>],
                  ['It may', scope.map((one) => WORDS[one]).join('; ')],
                ]}
              />
              <p class="hint">
                Anybody can choose a name. Let it in only where you have just asked for this there.
              </p>
              <div class="actions">
                <Button kind="primary" disabled={isBusy} onClick={() => void decide('approve')}>
                  Let it in
                </Button>
                <Button disabled={isBusy} onClick={() => void decide('deny')}>
                  Do not
                </Button>
              </div>
              {error !== undefined && <ErrorBox error={error} />}
            </Card>
          )
        }
      </Asking>
    </>
  );
}
