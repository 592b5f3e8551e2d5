import { useState } from 'preact/hooks';
import { api } from '../../base/api.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Facts } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import {
  openCheckpoint,
  type Refuted,
  readVerifierKey,
  refuted,
  type ShownCheckpoint,
  shown,
} from '../../proof/verify.js';
import { download } from './download.js';

/** A checkpoint, the key that it is said to be signed with, and what checking that came to. */
interface Current {
  readonly note: string;
  readonly key: string;
  readonly verdict: { readonly ok: true; readonly checkpoint: ShownCheckpoint } | Refuted;
}

/** The service may give the same one for a while. With `isNew`, one that covers all events of now. */
async function readCurrent(signal: AbortSignal, isNew: boolean): Promise<Current> {
  const header = isNew && {
    'X-Min-Position': (await api.GET('/admin/log', { signal })).data.head,
  };
  const params = header ? { header } : {};
  const { data: note } = await api.GET('/api/v1/audit/checkpoint', { params, signal });
  const { data: key } = await api.GET('/api/v1/audit/key', { signal });
  try {
    const checkpoint = shown(await openCheckpoint(note, await readVerifierKey(key)));
    return { note, key, verdict: { ok: true, checkpoint } };
  } catch (error) {
    return { note, key, verdict: refuted(error) };
  }
}

/** The checkpoint of now, checked in this browser, to be downloaded; and the key. */
export function CurrentCheckpoint() {
  const [round, setRound] = useState(0);
  const asked = useAsk(`checkpoint ${round}`, (signal) => readCurrent(signal, round > 0), {
    keep: true,
  });
  return (
    <Card
      title="The current checkpoint"
      actions={
        <Button onClick={() => setRound(round + 1)} disabled={asked.state === 'asking'}>
          Make a new one
        </Button>
      }
    >
      <Asking asked={asked}>{(current) => <Shown {...current} />}</Asking>
    </Card>
  );
}

function Shown({ note, key, verdict }: Current) {
  const size = verdict.ok ? verdict.checkpoint.size : 0;
  return (
    <>
      {verdict.ok ? (
        <p class="box good">
          <strong>Its signature was checked in this browser and is genuine.</strong>
        </p>
      ) : (
        <p class={`box ${verdict.unable ? 'warn' : 'bad'}`}>
          <span>
            <strong>{verdict.unable ? 'Not checked' : 'Its signature is not genuine'}</strong>:{' '}
            {verdict.why}.
          </span>
        </p>
      )}
      {verdict.ok && (
        <Facts
          facts={[
            ['Log', <code>{verdict.checkpoint.origin}</code>],
            ['Events', formatCount(size)],
            ['Root', <code>{verdict.checkpoint.root}</code>],
          ]}
        />
      )}
      <div class="actions">
        <Button kind="primary" onClick={() => download(note, `checkpoint-${size}.txt`)}>
          Download the checkpoint
        </Button>
        <CopyButton text={note} label="Copy it" />
      </div>
      <h3>Public key</h3>
      <p>
        You may give the key to everybody: it checks checkpoints, and cannot sign any. Keep it with
        your checkpoints. Then you need not ask this vault for the key.
      </p>
      <p>
        <code>{key.trim()}</code>
      </p>
      <div class="actions">
        <Button onClick={() => download(key, 'checkpoint-key.txt')}>Download the key</Button>
        <CopyButton text={key.trim()} label="Copy the key" />
      </div>
    </>
  );
}
