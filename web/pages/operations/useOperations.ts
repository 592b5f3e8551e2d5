import type { Operations } from 'memory-vault-client';
import { useEffect, useState } from 'preact/hooks';
import { followStream } from '../../base/followStream.js';
import { joined } from './joined.js';

/** What the stream of the service told, and whether it still does. */
export interface Live {
  readonly state: 'connecting' | 'live' | 'lost';
  readonly operations?: Operations | undefined;
}

/** Follows the state of the service while the component is there. A stream that breaks off is opened again. */
export function useOperations(): Live {
  const [live, setLive] = useState<Live>({ state: 'connecting' });
  useEffect(() => {
    let isFirst = true;
    return followStream('/admin/operations', {
      onOpen: () => {
        // Each stream begins with all points.
        isFirst = true;
      },
      onMessage: (data) => {
        // The service checks what it sends against its API document in its tests.
        const update = JSON.parse(data) as Operations;
        const begins = isFirst;
        isFirst = false;
        setLive(({ operations }) => ({
          state: 'live',
          operations: joined(begins ? undefined : operations, update),
        }));
      },
      onLost: () => setLive((before) => ({ ...before, state: 'lost' })),
    });
  }, []);
  return live;
}
