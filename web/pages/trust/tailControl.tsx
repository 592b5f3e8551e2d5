import { Button } from '../../kit/button.js';
import { counted } from '../../kit/format.js';
import type { EventLog } from './useEventLog.js';

/** What the live tail does, in a word or two. */
function stateOf(isPaused: boolean, tail: EventLog['tail']): string {
  if (isPaused) return 'Paused';
  switch (tail) {
    case 'live':
      return 'Live: new events appear by themselves';
    case 'lost':
      return 'Connection lost, trying again';
    case 'ended':
      return 'The stream has ended: log in again or reload';
    default:
      return 'Connecting';
  }
}

/** Says whether new events appear, stops and starts it, and shows those that wait. */
export function TailControl({
  log: { tail, list, showWaiting },
  isPaused,
  setPaused,
}: {
  log: EventLog;
  isPaused: boolean;
  setPaused: (isPaused: boolean) => void;
}) {
  const waiting = list?.waiting.length ?? 0;
  const show = () => {
    showWaiting();
    scrollTo({ top: 0 });
  };
  return (
    <div class="tail">
      <span class={`tail-state ${isPaused ? 'paused' : (tail ?? 'connecting')}`} role="status">
        {stateOf(isPaused, tail)}
      </span>
      <Button onClick={() => setPaused(!isPaused)}>{isPaused ? 'Resume' : 'Pause'}</Button>
      {waiting > 0 && (
        <div class="tail-new">
          <Button kind="primary" onClick={show}>
            Show {counted(waiting, 'new event')}
          </Button>
        </div>
      )}
    </div>
  );
}
