import { api } from '../../base/api.js';
import { linkTo } from '../../base/place.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { formatCount, shortId } from '../../kit/format.js';
import { Table } from '../../kit/table.js';
import { Time } from '../../kit/time.js';
import { UserText } from '../../kit/userText.js';

const MOST = 100;

/** What the hub refused, and why. It is asked for again when their number changes. */
export function RefusedItems({ count }: { count: number }) {
  const asked = useAsk(
    `refused ${count}`,
    async (signal) => {
      if (count === 0) return [];
      const query = { limit: MOST };
      return (await api.GET('/admin/hive/refused', { params: { query }, signal })).data;
    },
    { keep: true },
  );
  if (count === 0) return <p class="hint">None. The hub took everything that was pushed.</p>;
  return (
    <Asking asked={asked}>
      {(items) => (
        <>
          <Table
            label="Refused items"
            rows={items}
            keyOf={({ note, position }) => `${note} ${position}`}
            columns={[
              {
                head: 'Note',
                cell: ({ note }) => (
                  <a href={linkTo(`/note/${note}`)}>
                    <code class="one-word">{shortId(note)}</code>
                  </a>
                ),
              },
              { head: 'Saved', cell: ({ at }) => (at ? <Time at={at} /> : '–') },
              { head: 'Why', cell: ({ reason }) => <UserText>{reason}</UserText> },
            ]}
          />
          {count > items.length && (
            <p class="hint">
              The newest {formatCount(items.length)} of {formatCount(count)}.
            </p>
          )}
          <p class="hint">
            Edit a note so that the hub can take it. The vault then pushes it again.
          </p>
        </>
      )}
    </Asking>
  );
}
