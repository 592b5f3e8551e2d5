import type { HiveStatus } from 'memory-vault-client';
import { Badge } from '../../kit/badge.js';
import { Card } from '../../kit/card.js';
import { Facts } from '../../kit/facts.js';
import { counted, formatCount } from '../../kit/format.js';
import { Time } from '../../kit/time.js';
import type { Tone } from '../../kit/tone.js';
import { HiveProjects } from './hiveProjects.js';
import { RefusedItems } from './refusedItems.js';
import { sentence } from './sentence.js';

const STATES = {
  idle: { tone: 'neutral', word: 'about to start' },
  pushing: { tone: 'accent', word: 'pushing' },
  backoff: { tone: 'bad', word: 'will try again' },
  healthy: { tone: 'good', word: 'healthy' },
  standby: { tone: 'neutral', word: 'another node pushes' },
  disabled: { tone: 'neutral', word: 'off' },
} as const satisfies Record<HiveStatus['state'], { tone: Tone; word: string }>;

/** The exchange of notes with another vault. */
export function HiveCard({ hive }: { hive: HiveStatus }) {
  const { tone, word } = STATES[hive.state];
  return (
    <Card title="Hive" actions={<Badge tone={tone}>{word}</Badge>}>
      {hive.state === 'disabled' ? (
        <>
          <p>This vault exchanges no notes with other vaults{hive.reason && `: ${hive.reason}`}.</p>
          <p class="hint">
            To share notes with other vaults, set <code>VAULT_HIVE_URL</code> and{' '}
            <code>VAULT_HIVE_KEY</code> and start the service again. Until then, no note leaves the
            vault.
          </p>
        </>
      ) : (
        <Exchange hive={hive} />
      )}
    </Card>
  );
}

function Exchange({ hive }: { hive: HiveStatus }) {
  return (
    <>
      {hive.reason && <p>{sentence(hive.reason)}.</p>}
      <Facts
        facts={[
          ['Pushed', counted(hive.pushed_total, 'item')],
          ['Last pushed', hive.last_pushed_at && <Time at={hive.last_pushed_at} />],
          ['Not yet read', counted(hive.pending, 'event')],
          ['Oldest unread event', hive.pending > 0 && `${formatCount(hive.lag_seconds)} s old`],
          ['Failures in a row', hive.consecutive_failures > 0 && hive.consecutive_failures],
          ['Next try', hive.retry_at && <Time at={hive.retry_at} />],
          ['Last error', hive.last_error],
        ]}
      />
      <h3>Refused by the hub</h3>
      <RefusedItems count={hive.refused} />
      <h3>Paused projects</h3>
      <HiveProjects />
    </>
  );
}
