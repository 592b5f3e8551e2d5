import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { useActorNames } from '../../base/useActorNames.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Dialog } from '../../kit/dialog.js';
import { Facts } from '../../kit/facts.js';
import { formatCount } from '../../kit/format.js';
import { PlainText } from '../../kit/plainText.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

/** One event of the log, as it was recorded. */
export function EventDialog({ position, onClose }: { position: number; onClose: () => void }) {
  const asked = useAsk(`event ${position}`, async (signal) => {
    const query = { after: position - 1, limit: 1 };
    return (await api.GET('/admin/events', { params: { query }, signal })).data;
  });
  const byOf = useActorNames((asked.value ?? []).map(({ actor }) => actor));
  return (
    <Dialog title={`Event ${formatCount(position)}`} onClose={onClose}>
      <Asking asked={asked}>
        {([event]) =>
          event ? (
            <>
              <Facts
                facts={[
                  ['Type', <code key="type">{event.type}</code>],
                  ['Recorded', <ExactTime key="at" at={event.at} />],
                  ['By', <UserText key="by">{byOf(event.actor)}</UserText>],
                  [
                    'About',
                    <a key="stream" href={linkTo('/trust', { stream: event.stream })}>
                      {event.stream}
                    </a>,
                  ],
                ]}
              />
              <PlainText text={JSON.stringify(event.data, undefined, 2)} />
            </>
          ) : (
            <p>The log has no such event.</p>
          )
        }
      </Asking>
    </Dialog>
  );
}
