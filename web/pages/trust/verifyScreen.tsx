import { useEffect, useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { EmptyState } from '../../kit/emptyState.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Loading } from '../../kit/loading.js';
import { Progress } from '../../kit/progress.js';
import { TrustHead } from './trustHead.js';
import { VerifyResult } from './verifyResult.js';
import { DOING, followVerify, type VerifyStatus } from './verifyStatus.js';

/** Verifies the whole vault, and shows how far that is and what it came to. */
export default function VerifyScreen() {
  const [status, setStatus] = useState<VerifyStatus>();
  const [isLost, setLost] = useState(false);
  const [error, setError] = useState<unknown>();
  useEffect(() => followVerify(setStatus, setLost), []);
  const isBusy = status !== undefined && status.state !== 'idle';
  const start = async () => {
    setError(undefined);
    try {
      // Otherwise the answer would come only when all is read.
      await api.POST('/admin/log/verify', { params: { query: { wait: '0' } } });
      // The stream says the rest. Until its next message, the button must not start another.
      setStatus((now) => ({
        done: 0,
        total: now?.total ?? 0,
        last: now?.last,
        state: 'verifying',
      }));
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <>
      <TrustHead
        title="Verify"
        at="/trust/verify"
        actions={
          <Button kind="primary" onClick={start} disabled={isBusy}>
            Verify now
          </Button>
        }
      >
        The service reads the whole log from disk and checks each event against its hash. Then it
        compares the read models with a replay of the log. Saves go on meanwhile.
      </TrustHead>
      {error !== undefined && <ErrorBox error={error} />}
      {isLost && (
        <p class="box warn" role="status">
          The connection to the vault is lost. This page tries again by itself.
        </p>
      )}
      {isBusy && <Running status={status} />}
      {status ? <Last status={status} /> : !isLost && <Loading />}
    </>
  );
}

function Running({ status: { state, done, total } }: { status: VerifyStatus }) {
  return (
    <Card title={DOING[state]}>
      {total === 0 ? (
        <p class="hint" role="status">
          Starting
        </p>
      ) : (
        <Progress label={DOING[state]} done={done} total={total} unit="events" />
      )}
    </Card>
  );
}

function Last({ status: { state, last } }: { status: VerifyStatus }) {
  if (last) {
    return (
      <Card title={state === 'idle' ? 'The last verification' : 'The verification before'}>
        <VerifyResult last={last} />
      </Card>
    );
  }
  if (state !== 'idle') return null;
  return (
    <EmptyState title="No verification since the start of the service">
      <p>Press “Verify now”, or run this on the server, even while no service runs:</p>
      <pre>memory-vault verify</pre>
    </EmptyState>
  );
}
