import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { download } from './download.js';

const WORDS = { refused: 'refused', unreachable: 'did not cosign' } as const;

/** Who cosigned the log of this vault, how much of it and when, and who refused to. */
export function Witnesses() {
  const asked = useAsk('witnesses', async (signal) => {
    return (await api.GET('/api/v1/audit/witnesses', { signal })).data;
  });
  return (
    <Card title="Witnesses">
      <Asking asked={asked}>
        {({ enough, asks, checkpoint, witnesses }) => {
          if (witnesses.length === 0)
            return (
              <p>
                None. The person who runs this vault could show you another history than other
                people. To prevent that, name witnesses in the file of <code>VAULT_WITNESSES</code>.
              </p>
            );
          const signed = witnesses.filter(({ cosigned, problem }) => cosigned && !problem).length;
          const refusing = witnesses.filter(({ problem }) => problem?.kind === 'refused');
          return (
            <>
              {refusing.length > 0 && (
                <div class="box bad">
                  {refusing.map(({ name, problem }) => (
                    <p key={name}>
                      <strong>{name} saw another history of this vault</strong>: {problem?.message}.
                    </p>
                  ))}
                  <p>
                    Did somebody restore an older backup? Then this log lacks events: look for the
                    newer log, and keep it. Otherwise, somebody changed or replaced the log: keep a
                    copy of the data directory, and compare it with a backup.
                  </p>
                </div>
              )}
              <p class={`box ${enough ? 'good' : 'warn'}`}>
                <span>
                  <strong>
                    {signed} of {witnesses.length} cosigned the last checkpoint:{' '}
                    {enough ? 'enough' : 'too few'}.
                  </strong>{' '}
                  The policy of this vault asks for {asks}.
                </span>
              </p>
              <ul>
                {witnesses.map(({ name, cosigned, problem }) => (
                  <li key={name}>
                    <strong>{name}</strong>{' '}
                    {cosigned ? (
                      <>
                        cosigned {formatCount(cosigned.events)} events,{' '}
                        <ExactTime at={cosigned.at} />
                      </>
                    ) : (
                      'has cosigned nothing since the start of the service'
                    )}
                    {problem && `. The last time, it ${WORDS[problem.kind]}`}
                    {problem?.kind === 'unreachable' && `: ${problem.message}`}
                  </li>
                ))}
              </ul>
              {checkpoint !== null && signed > 0 && (
                <div class="actions">
                  <Button onClick={() => download(checkpoint, 'checkpoint-cosigned.txt')}>
                    Download the cosigned checkpoint
                  </Button>
                </div>
              )}
            </>
          );
        }}
      </Asking>
    </Card>
  );
}
