import type { Observation } from 'memory-vault-client';
import { useMemo } from 'preact/hooks';
import { api } from '../../base/api.js';
import { projectPath } from '../../base/paths.js';
import { goTo } from '../../base/place.js';
import { nextCursor, usePages } from '../../base/usePages.js';
import { Button } from '../../kit/button.js';
import { Card } from '../../kit/card.js';
import { counted, formatCount } from '../../kit/format.js';
import { Paged } from '../../kit/paged.js';
import { VirtualList } from '../../kit/virtualList.js';
import { SelectBox } from '../../select/selectBox.js';
import { SelectionBar } from '../../select/selectionBar.js';
import { useSelection } from '../../select/useSelection.js';
import { TimelineItem } from './timelineItem.js';
import { heightOf, secondsOf, type TimelineRow, timelineRows } from './timelineRows.js';
import { useSessions } from './useSessions.js';

const LIMIT = 100;
const NOTHING: readonly Observation[] = [];

export interface TimelineProps {
  readonly project: string;
  /** Types that occur, with the number of their notes. */
  readonly types: Readonly<Record<string, number>>;
  /** `type` and `day` narrow the list. */
  readonly query: URLSearchParams;
}

/** The notes of a project, newest first, by days and sessions. Further ones are loaded as the reader comes near them. */
export function Timeline({ project, types, query }: TimelineProps) {
  // A type that the address names but nobody used is no type of the API.
  const type = query.get('type') ?? '';
  const known = type in types ? (type as Observation['type']) : undefined;
  const day = query.get('day') ?? '';
  const pages = usePages<Observation>(`${project} ${known} ${day}`, async (cursor, signal) => {
    const { data, response } = await api.GET('/api/v1/observations', {
      params: {
        query: {
          project,
          limit: LIMIT,
          content_limit: 0,
          ...(known && { type: known }),
          ...secondsOf(day),
          ...(cursor !== undefined && { cursor }),
        },
      },
      signal,
    });
    // The other type of the answer is that to `ids`.
    return { rows: Array.isArray(data) ? data : data.observations, next: nextCursor(response) };
  });
  const notes = pages.value ?? NOTHING;
  const rows = useMemo(() => timelineRows(notes), [notes]);
  const selection = useSelection(notes.map(({ id }) => id));
  const sessions = useSessions(project, notes);
  const isNarrowed = known !== undefined || day !== '';
  const show = (change: { type?: string; day?: string }) =>
    goTo(projectPath(project), { type, day, ...change }, { replace: true });
  return (
    <div class="timeline" id="timeline">
      <Card
        title="Timeline"
        actions={
          <div class="actions">
            {isNarrowed && <Button onClick={() => show({ type: '', day: '' })}>Show all</Button>}
            <select
              aria-label="Type"
              value={known ?? ''}
              onChange={({ currentTarget }) => show({ type: currentTarget.value })}
            >
              <option value="">All types</option>
              {Object.entries(types).map(([name, count]) => (
                <option key={name} value={name}>
                  {name} ({formatCount(count)})
                </option>
              ))}
            </select>
            <input
              type="date"
              aria-label="Day"
              value={day}
              onChange={({ currentTarget }) => show({ day: currentTarget.value })}
            />
          </div>
        }
      >
        <Paged
          pages={pages}
          empty={<p class="hint">No note matches. Show all to see the others.</p>}
        >
          {(shown) => (
            <>
              <p class="sr-only" role="status">
                {counted(shown.length, 'note')}
                {pages.isWhole ? '' : ' so far'}
              </p>
              <VirtualList<TimelineRow>
                label="Notes, newest first"
                rows={rows}
                keyOf={({ key }) => key}
                rowHeight={heightOf}
                onNearEnd={pages.more}
              >
                {(row) =>
                  row.kind === 'note' ? (
                    <div class="selectable">
                      <SelectBox
                        title={row.note.title}
                        isChosen={selection.has(row.note.id)}
                        onChoose={(...how) => selection.choose(row.note.id, ...how)}
                      />
                      <TimelineItem row={row} sessions={sessions} />
                    </div>
                  ) : (
                    <TimelineItem row={row} sessions={sessions} />
                  )
                }
              </VirtualList>
              <SelectionBar
                selection={selection}
                notes={notes.filter(({ id }) => selection.has(id))}
                onChange={pages.anew}
              />
            </>
          )}
        </Paged>
      </Card>
    </div>
  );
}
