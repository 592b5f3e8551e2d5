import type { Operations } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { Card } from '../../kit/card.js';
import { Facts } from '../../kit/facts.js';
import { counted, formatBytes } from '../../kit/format.js';
import { Progress } from '../../kit/progress.js';
import { Backup } from './backup.js';

/** What is on the disk, and whether the log is being verified. */
export function Sizes({ operations, isLive }: { operations: Operations; isLive: boolean }) {
  const { log, views_bytes, disk, verify, backup, backed_up_at } = operations;
  return (
    <Card title="Sizes">
      <Facts
        facts={[
          ['Log', `${formatBytes(log.bytes)}, ${counted(log.events, 'event')}; back up only this`],
          ['Backup', <Backup key="backup" backup={backup} at={backed_up_at} isLive={isLive} />],
          ['Read models', `${formatBytes(views_bytes)}; computed from the log`],
          ['Disk', disk ? <Disk {...disk} /> : 'unknown'],
          ['Verification', <Verification key="verify" verify={verify} />],
        ]}
      />
    </Card>
  );
}

function Disk({ free_bytes, size_bytes }: { free_bytes: number; size_bytes: number }) {
  const used = size_bytes - free_bytes;
  return (
    <div class="progress">
      <meter
        aria-label="How full the disk is"
        value={used}
        max={size_bytes}
        high={size_bytes * 0.9}
        optimum={0}
      />
      <span>
        {formatBytes(free_bytes)} of {formatBytes(size_bytes)} free
      </span>
    </div>
  );
}

function Verification({ verify: { state, done, total, last } }: Pick<Operations, 'verify'>) {
  const link = <a href={linkTo('/trust/verify')}>Verify the log</a>;
  if (state !== 'idle') {
    const label = state === 'verifying' ? 'Reading the log' : 'Comparing the read models';
    return <Progress {...{ done, total, label }} unit={`events: ${label.toLowerCase()}`} />;
  }
  if (!last) return <>none since the start of the service. {link}</>;
  if ('error' in last)
    return (
      <>
        failed: {last.error}. {link}
      </>
    );
  const found = last.ok ? 'no problem' : counted(last.problems.length + last.more, 'problem');
  return (
    <>
      {found} in {counted(last.events, 'event')}. {link}
    </>
  );
}
