import { useState } from 'preact/hooks';
import { Badge } from '../../kit/badge.js';
import { Button } from '../../kit/button.js';
import { whyNot } from '../../kit/whyNot.js';
import { checkInclusion } from '../../proof/checkInclusion.js';
import type { EventPlace, InclusionVerdict } from '../../proof/verify.js';

/** Checks on request that an event is in the log, as `Inclusion` does for the first event of a note. */
export function CheckEvent({ event }: { event: EventPlace & { readonly id: string } }) {
  const [verdict, setVerdict] = useState<InclusionVerdict>();
  const check = async () => {
    try {
      setVerdict((await checkInclusion(event.id, event)).verdict);
    } catch (error) {
      setVerdict({ ok: false, why: whyNot(error), unable: true });
    }
  };
  if (!verdict) {
    return (
      <span>
        <Button kind="quiet" onClick={check}>
          Check that it is in the log
        </Button>
      </span>
    );
  }
  if (verdict.ok) {
    return (
      <span role="status">
        <Badge tone="good">✓ checked in this browser</Badge>
      </span>
    );
  }
  return (
    <span role="status">
      <Badge tone={verdict.unable ? 'warn' : 'bad'}>
        {verdict.unable ? '? not checked' : '✗ failed'}
      </Badge>{' '}
      {verdict.why}
    </span>
  );
}
