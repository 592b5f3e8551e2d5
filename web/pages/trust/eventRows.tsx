import { useState } from 'preact/hooks';
import { useActorNames } from '../../base/useActorNames.js';
import { ErrorBox } from '../../kit/errorBox.js';
import { Loading } from '../../kit/loading.js';
import { VirtualList } from '../../kit/virtualList.js';
import { EventDialog } from './eventDialog.js';
import { EventRow } from './eventRow.js';
import type { EventLog } from './useEventLog.js';
import { useIsNarrow } from './useIsNarrow.js';

/** In pixels, as `trust.css` has them: on a narrow window, a row has two lines. */
const ROW = 40;
const NARROW_ROW = 72;

/** The events of a log as rows, of which each opens. */
export function EventRows({ log, label }: { log: EventLog; label: string }) {
  const isNarrow = useIsNarrow();
  const [open, setOpen] = useState<number>();
  const { list, error } = log;
  const rows = list?.rows ?? [];
  const byOf = useActorNames(rows.map(({ actor }) => actor));
  const at = rows.findIndex(({ position }) => position === open);
  const event = rows[at];
  const go = (to: number) => {
    const position = rows[to]?.position;
    if (position === undefined) return undefined;
    return () => setOpen(position);
  };
  return (
    <>
      {list && (
        <VirtualList
          label={label}
          rows={rows}
          keyOf={({ position }) => position}
          rowHeight={isNarrow ? NARROW_ROW : ROW}
          onNearEnd={error === undefined ? log.more : undefined}
        >
          {(row) => (
            <EventRow event={row} by={byOf(row.actor)} onOpen={() => setOpen(row.position)} />
          )}
        </VirtualList>
      )}
      {error !== undefined && <ErrorBox error={error} again={log.more} />}
      {error === undefined && (list === undefined || list.before !== undefined) && (
        <Loading label="Reading the log" />
      )}
      {event && (
        <EventDialog
          event={event}
          by={byOf(event.actor)}
          onClose={() => setOpen(undefined)}
          onNewer={go(at - 1)}
          onOlder={go(at + 1)}
        />
      )}
    </>
  );
}
