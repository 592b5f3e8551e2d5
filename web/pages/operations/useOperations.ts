import type { Operations } from 'memory-vault-client';
import { useEffect, useState } from 'preact/hooks';
import { askWho } from '../../base/caller.js';
import { joined } from './joined.js';

/** What the stream of the service told, and whether it still does. */
export interface Live {
  readonly state: 'connecting' | 'live' | 'lost';
  readonly operations?: Operations | undefined;
}

/** A browser gives a stream up that is answered with an error, such as by a service that is starting. */
const AGAIN_MS = 3000;

/** Follows the state of the service while the component is there. A stream that breaks off is opened again. */
export function useOperations(): Live {
  const [live, setLive] = useState<Live>({ state: 'connecting' });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | undefined;
    const open = () => {
      let isFirst = true;
      source = new EventSource('/admin/operations');
      source.onopen = () => {
        // Each stream begins with all points.
        isFirst = true;
      };
      source.onmessage = ({ data }: MessageEvent<string>) => {
        // The service checks what it sends against its API document in its tests.
        const update = JSON.parse(data) as Operations;
        const begins = isFirst;
        isFirst = false;
        setLive(({ operations }) => ({
          state: 'live',
          operations: joined(begins ? undefined : operations, update),
        }));
      };
      source.onerror = () => {
        setLive((before) => ({ ...before, state: 'lost' }));
        if (source?.readyState !== EventSource.CLOSED) return;
        // The login may have ended; then the frame of the page says so.
        void askWho();
        timer = setTimeout(open, AGAIN_MS);
      };
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, []);
  return live;
}
