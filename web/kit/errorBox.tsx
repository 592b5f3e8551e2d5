import { VaultError } from 'memory-vault-client';
import { useEffect, useState } from 'preact/hooks';
import { askWho } from '../base/caller.js';
import { Button } from './button.js';

/** The vault names headers, which people do not send: a browser forgets its login at its end, and the service at a restart. */
const LOGIN_ENDED = 'The login of this browser has ended. Log in again to continue.';

/** An error in words, with everything that is wrong, and a button that asks again. */
export function ErrorBox({ error, again }: { error: unknown; again?: () => void }) {
  const problem = error instanceof VaultError ? error : undefined;
  // What the sentence says already needs no place in the request: people did not write it.
  const others = problem?.errors.filter(({ message }) => !problem.detail.includes(message)) ?? [];
  return (
    <div class="box error" role="alert">
      <p>
        <strong>{titleOf(problem)}</strong>
      </p>
      <p>{problem?.status === 401 ? LOGIN_ENDED : (problem?.detail ?? messageOf(error))}</p>
      {others.length > 0 && (
        <ul>
          {others.map(({ path, message }) => (
            <li key={path + message}>
              <code>{path}</code> {message}
            </li>
          ))}
        </ul>
      )}
      {problem?.request_id && <p class="hint">Request {problem.request_id}</p>}
      {problem?.status === 401 ? (
        // The vault knows this browser no longer: then the page offers what is left, and to log in.
        <Button onClick={askWho}>Log in again</Button>
      ) : (
        <GoOn key={problem?.request_id} after={problem?.retryAfter} again={again} />
      )}
    </div>
  );
}

/** Counts the seconds down until the vault wants to be asked again. */
function GoOn({ after, again }: { after: number | undefined; again: (() => void) | undefined }) {
  const [left, setLeft] = useState(after ?? 0);
  useEffect(() => {
    if (left <= 0) return;
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <>
      {left > 0 && <p>You can try again in {left} s.</p>}
      {again && (
        <Button onClick={again} disabled={left > 0}>
          Try again
        </Button>
      )}
    </>
  );
}

function titleOf(problem: VaultError | undefined): string {
  if (!problem) return 'Something went wrong on this page';
  switch (problem.status) {
    case undefined:
      return 'The vault does not answer';
    case 401:
      return 'You are not logged in';
    case 403:
      return 'This is not allowed';
    case 404:
      return 'Not found';
    case 429:
      return 'Too many requests in a short time';
    case 503:
      return 'The vault is not ready';
    default:
      return 'The vault refused this request';
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
