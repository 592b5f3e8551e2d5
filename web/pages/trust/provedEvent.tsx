import type { LogEntry } from 'memory-vault-client';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/button.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { formatCount } from '../../kit/format.js';
import { checkInclusion } from '../../proof/checkInclusion.js';
import type { InclusionVerdict } from '../../proof/verify.js';

/** A button that checks in this browser that an event is in the signed log, and what came of it. */
export function ProvedEvent({ event }: { event: LogEntry }) {
  const [verdict, setVerdict] = useState<InclusionVerdict>();
  const [error, setError] = useState<unknown>();
  const prove = async () => {
    setError(undefined);
    try {
      setVerdict((await checkInclusion(event.id, event)).verdict);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <div class="proved" role="status">
      {error !== undefined && <ErrorBox error={error} again={() => void prove()} />}
      {verdict === undefined ? (
        <Button onClick={prove}>Check its proof</Button>
      ) : verdict.ok ? (
        <div class="box good">
          <p>
            <strong>Proved in this browser.</strong> Its envelope is event{' '}
            {formatCount(event.position)} of the {formatCount(verdict.checkpoint.size)} that{' '}
            <code>{verdict.checkpoint.origin}</code> has signed.
          </p>
        </div>
      ) : (
        <div class={`box ${verdict.unable ? 'warn' : 'bad'}`}>
          <p>
            <strong>{verdict.unable ? 'Not checked' : 'Not proved'}</strong>: {verdict.why}.
          </p>
        </div>
      )}
    </div>
  );
}
