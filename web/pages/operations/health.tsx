import type { Operations } from 'memory-vault-client';
import { Time } from '../../kit/time.js';
import { verdictOf } from './verdict.js';

/** Whether the service is well, in words, with what to do where it is not. */
export function Health({ operations }: { operations: Operations }) {
  const { tone, title, troubles } = verdictOf(operations);
  return (
    <section class={`box ${tone} health`} aria-label="Health">
      <h2>{title}</h2>
      {troubles.length > 0 && (
        <ul>
          {troubles.map(({ what, next }) => (
            <li key={what}>
              <p>
                <strong>{what}</strong>
              </p>
              <p>{next}</p>
            </li>
          ))}
        </ul>
      )}
      <p class="hint">
        The service was started <Time at={operations.started_at} />.
      </p>
    </section>
  );
}
