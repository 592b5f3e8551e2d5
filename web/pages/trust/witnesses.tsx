import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';

/** Who cosigned the log of this vault, how much of it and when, and who refused to. */
export function Witnesses() {
  const asked = useAsk('witnesses', async (signal) => {
    return (await api.GET('/api/v1/audit/witnesses', { signal })).data;
  });
  return (
    <Card title="Witnesses">
      <Asking asked={asked}>
        {({ enough, witnesses }) => {
          if (witnesses.length === 0) return <p>VAULT_WITNESSES names no witnesses.</p>;
          const signed = witnesses.filter(({ cosigned, problem }) => cosigned && !problem).length;
          return (
            <>
              <p class={`box ${enough ? 'good' : 'warn'}`}>
                {signed} of {witnesses.length} cosigned the last checkpoint:{' '}
                {enough ? 'enough' : 'too few'} for the policy of this vault.
              </p>
              {witnesses.map(({ name, cosigned, problem }) => (
                <p key={name} class={problem?.kind === 'refused' ? 'box bad' : undefined}>
                  <span>
                    Witness <strong>{name}</strong>{' '}
                    {cosigned ? (
                      <>
                        cosigned {formatCount(cosigned.events)} events at{' '}
                        <ExactTime at={cosigned.at} />.
                      </>
                    ) : (
                      'has cosigned nothing since the service started.'
                    )}
                    {problem?.kind === 'refused' && ` It refused: ${problem.message}.`}
                    {problem?.kind === 'unreachable' &&
                      ` It could not be asked: ${problem.message}.`}
                  </span>
                </p>
              ))}
            </>
          );
        }}
      </Asking>
    </Card>
  );
}
