import { api } from '../../base/api.js';
import { goTo, linkTo } from '../../base/place.js';
import type { ScreenProps } from '../../base/screenProps.js';
import { useAsk } from '../../base/useAsk.js';
import { Asking } from '../../kit/asking.js';
import { EmptyState } from '../../kit/emptyState.js';
import { Field } from '../../kit/field.js';
import { counted } from '../../kit/format.js';
import type { EventFilter } from './eventQuery.js';
import { EventRows } from './eventRows.js';
import { ERASURES } from './eventWords.js';
import { TrustHead } from './trustHead.js';
import { useEventLog } from './useEventLog.js';

/** Which erasures are shown. */
const SHOWN: Readonly<Record<string, { readonly label: string; readonly filter: EventFilter }>> = {
  all: { label: 'Everything', filter: { types: ERASURES } },
  acts: {
    label: 'Forgotten together, purged',
    filter: { types: ['vault.forgotten', 'vault.purged'] },
  },
  notes: { label: 'Notes', filter: { types: ['observation.forgotten'] } },
  later: { label: 'Redacted again by a newer filter', filter: { types: ['event.redacted'] } },
};
const ALL = { label: '', filter: { types: ERASURES } };

/** What was forgotten, redacted and purged: when, by whom and where, with receipts. */
export default function ErasuresScreen({ query }: ScreenProps) {
  const show = query.get('show') ?? 'all';
  const { filter } = SHOWN[show] ?? ALL;
  const log = useEventLog(filter, { isLive: true });
  const asked = useAsk('log', async (signal) => (await api.GET('/admin/log', { signal })).data);
  const isEmpty = log.list?.rows.length === 0 && log.list.before === undefined;
  return (
    <>
      <TrustHead title="Erasures" at="/trust/erasures">
        A forgotten text is overwritten in the files, not only hidden. Its event keeps its position,
        its time and its hash. The erasure is an event, too.
      </TrustHead>
      <Asking asked={asked}>{({ erased, events }) => <Summary {...{ erased, events }} />}</Asking>
      <form class="event-filters" onSubmit={(event) => event.preventDefault()}>
        <Field label="Show">
          <select
            value={show}
            onChange={({ currentTarget }) =>
              goTo('/trust/erasures', { show: currentTarget.value }, { replace: true })
            }
          >
            {Object.entries(SHOWN).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </Field>
      </form>
      {isEmpty ? (
        <EmptyState title={show === 'all' ? 'Nothing has been erased yet' : 'Nothing of this kind'}>
          <p>
            To forget a note, open it and press Forget. To forget a whole project or person, use the
            command line. The receipt does not name them. This command shows first what would be
            forgotten:
          </p>
          <pre>memory-vault forget --project NAME --dry-run</pre>
        </EmptyState>
      ) : (
        <EventRows log={log} label="Erasures" />
      )}
    </>
  );
}

function Summary({ erased, events }: { erased: number; events: number }) {
  if (erased === 0) return null;
  return (
    <div class="box">
      <p>
        <strong>{counted(erased, 'text')} erased</strong> of {counted(events, 'event')}. The hashes
        cover the envelopes. The envelopes stay: the log verifies without the texts.{' '}
        <a href={linkTo('/trust/verify')}>Verify it</a>
      </p>
    </div>
  );
}
