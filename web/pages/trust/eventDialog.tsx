import type { LogEntry } from 'memory-vault-client';
import { linkTo } from '../../base/place.js';
import { Button } from '../../kit/button.js';
import { CopyButton } from '../../kit/copyButton.js';
import { Dialog } from '../../kit/dialog.js';
import { Facts } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { eventLink } from './eventLink.js';
import { wordsFor } from './eventWords.js';
import { ProvedEvent } from './provedEvent.js';
import { Receipt } from './receipt.js';
import { visibleJson } from './visibleJson.js';

export interface EventDialogProps {
  readonly event: LogEntry;
  /** Words for its actor. */
  readonly by: string;
  readonly onClose: () => void;
  /** Show the next newer and older event; undefined where there is none. */
  readonly onNewer: (() => void) | undefined;
  readonly onOlder: (() => void) | undefined;
}

/** All that the log has of an event. */
export function EventDialog({ event, by, onClose, onNewer, onOlder }: EventDialogProps) {
  const link = eventLink(event);
  return (
    <Dialog
      title={`Event ${formatCount(event.position)}: ${wordsFor(event.type)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onNewer} disabled={!onNewer}>
            Newer
          </Button>
          <Button onClick={onOlder} disabled={!onOlder}>
            Older
          </Button>
          {link && (
            <a class="button primary" href={link.href}>
              {link.label}
            </a>
          )}
        </>
      }
    >
      <Facts facts={factsOf(event, by, onClose)} />
      {event.type === 'vault.forgotten' && <Receipt data={event.data} />}
      <EventData event={event} />
      <ProvedEvent key={event.id} event={event} />
    </Dialog>
  );
}

function factsOf(event: LogEntry, by: string, onClose: () => void) {
  const { type, schema, at, actor, request_id, run, stream, version, id, hash } = event;
  return [
    ['Type', <code>{type}</code>],
    ['Recorded', <ExactTime at={at} />],
    [
      'By',
      <>
        <UserText>{by}</UserText> {by !== actor && <code>{actor}</code>}
      </>,
    ],
    ['Request', request_id && <code>{request_id}</code>],
    ['Import', run && <code>{run}</code>],
    [
      'Stream',
      <>
        <code>{stream}</code>{' '}
        <a href={linkTo('/trust', { stream })} onClick={onClose}>
          Only this stream
        </a>
      </>,
    ],
    ['Version', `${formatCount(version)} in its stream, schema ${schema}`],
    ['Id', <code>{id}</code>],
    [
      'Hash',
      <>
        <code>{hash}</code> <span class="hint">of this event and all before it</span>{' '}
        <CopyButton text={hash} />
      </>,
    ],
  ] as const;
}

function EventData({ event: { data, redacted_by } }: { event: LogEntry }) {
  if (data === null) {
    return (
      <div class="box warn">
        <p>
          <strong>Its text is erased.</strong> The envelope above and the hash stay. The log
          verifies without the text.
        </p>
      </div>
    );
  }
  const { text, left } = visibleJson(data);
  return (
    <>
      {redacted_by !== undefined && (
        <p class="box warn">
          It was redacted later, by event {formatCount(redacted_by)}. You see what is left.
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="event-data" tabIndex={0} aria-label="Data of the event">
        <pre class="command">{text}</pre>
      </section>
      {left > 0 && <p class="hint">{formatCount(left)} more characters are not shown.</p>}
    </>
  );
}
