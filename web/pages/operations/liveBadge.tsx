import { Badge } from '../../kit/badge.js';
import type { Live } from './useOperations.js';

/** Whether what is shown is what is. */
export function LiveBadge({ state }: Pick<Live, 'state'>) {
  return (
    <span role="status">
      {state === 'live' && <Badge tone="good">live</Badge>}
      {state === 'connecting' && <Badge>connecting</Badge>}
      {state === 'lost' && <Badge tone="warn">connection lost</Badge>}
    </span>
  );
}
