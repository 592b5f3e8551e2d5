import { api } from '../../base/api.js';
import { useActorNames } from '../../base/useActorNames.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { Card } from '../../kit/card.js';
import { formatCount } from '../../kit/format.js';
import { ExactTime } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';
import { CheckEvent } from './checkEvent.js';

const MOST = 100;

/** For admins: every event of a note, with who caused it and by which request. */
export function NoteEvents({ id, revision }: { id: string; revision: number }) {
  const asked = useAsk(`${id} ${revision}`, async (signal) => {
    const query = { stream: `observation/${id}`, limit: MOST };
    const { data } = await api.GET('/admin/events', { params: { query }, signal });
    return Array.isArray(data) ? data : [];
  });
  const byOf = useActorNames((asked.value ?? []).map(({ actor }) => actor));
  return (
    <Card title="Events of this note">
      <Asking asked={asked}>
        {(events) => (
          <ol class="note-events">
            {events.map((event) => (
              <li key={event.position}>
                <strong>{event.type}</strong>
                <span>
                  <ExactTime at={event.at} /> by <UserText>{byOf(event.actor)}</UserText>
                </span>
                <span class="hint">
                  event {formatCount(event.position)}
                  {event.request_id && (
                    <>
                      , request <code>{event.request_id}</code>
                    </>
                  )}
                  {event.data === null && ', text erased'}
                </span>
                <CheckEvent event={event} />
              </li>
            ))}
          </ol>
        )}
      </Asking>
    </Card>
  );
}
