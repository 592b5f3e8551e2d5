import { isAdmin } from '../../base/caller.js';
import { linkTo } from '../../base/place.js';
import { useActorNames } from '../../base/useActorNames.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { Facts } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { type CheckedInclusion, checkInclusion } from '../../proof/checkInclusion.js';

/** Who saved a note and when, proved against a signed checkpoint in this browser. */
export function Inclusion({ id }: { id: string }) {
  const asked = useAsk(id, (signal) =>
    checkInclusion(id, { stream: `observation/${id}`, version: 1 }, signal),
  );
  return (
    <Card
      title="Proof"
      actions={
        <Button kind="quiet" onClick={asked.again}>
          Check again
        </Button>
      }
    >
      <Asking asked={asked}>{(checked) => <Checked {...checked} />}</Asking>
    </Card>
  );
}

function Checked({ verdict, envelope, key }: CheckedInclusion) {
  const { actor } = envelope.meta;
  const byOf = useActorNames(actor === undefined ? [] : [actor]);
  const { ok } = verdict;
  const isUnable = !verdict.ok && verdict.unable === true;
  return (
    <>
      <div class={`box ${ok ? 'good' : isUnable ? 'warn' : 'bad'}`} role="status">
        <p>
          <strong>
            {ok
              ? '✓ Checked in this browser: the saving of this note is in the log'
              : isUnable
                ? '? Cannot be checked in this browser'
                : '✗ The check failed'}
          </strong>
        </p>
        {!verdict.ok && <p>{sentence(verdict.why)}</p>}
        {!verdict.ok && !isUnable && (
          <p>
            Do not rely on this screen. Run <code>memory-vault verify</code> on the machine of the
            vault, and compare with a checkpoint from another machine.
          </p>
        )}
      </div>
      <Facts
        facts={[
          ['Event', `${formatCount(envelope.position)}, ${envelope.type}`],
          ['Saved', <ExactTime key="at" at={new Date(envelope.at).toISOString()} />],
          ['By', actor && <UserText key="by">{byOf(actor)}</UserText>],
          ['Request', envelope.meta.request_id && <code>{envelope.meta.request_id}</code>],
          ['Import', envelope.meta.run && <code>{envelope.meta.run}</code>],
          ...(verdict.ok
            ? ([
                ['Checkpoint', <code key="origin">{verdict.checkpoint.origin}</code>],
                ['Covers', `${formatCount(verdict.checkpoint.size)} events`],
                ['Root', <code key="root">{verdict.checkpoint.root}</code>],
              ] as const)
            : []),
          ['Key', <code key="key">{key}</code>],
        ]}
      />
      {ok && (
        <details>
          <summary>What this proves and what it does not</summary>
          <p>
            The event that saved this note is in the log at this position. The checkpoint was signed
            for exactly this time, actor and request. Anybody who has this checkpoint can detect
            later that the event was changed, moved or removed.
          </p>
          <p>
            It does not prove the text. The event holds only a salted hash of the text. The salt
            stays in the vault: nobody can guess a forgotten text. <code>memory-vault verify</code>{' '}
            checks the texts, on the machine of the vault. The key came from this vault, too:
            compare it once with the key that the owner gave you. Each revision is an event of its
            own. Admins can check all of them below.
          </p>
        </details>
      )}
      {isAdmin() && <a href={linkTo('/trust/checkpoints')}>Checkpoints and keys</a>}
    </>
  );
}

function sentence(why: string): string {
  return `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}
