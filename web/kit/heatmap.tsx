import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { activityOf, type DayCount, formatDay, monthsOf } from './activity.js';
import { counted } from './format.js';

/** Of a cell with its gap, in units of the picture. */
const CELL = 13;
const LEFT = 30;
const TOP = 18;

/** A year of notes, a square for each day: the more notes, the stronger its colour. It scrolls within itself. */
export function Heatmap({
  counts,
  onDay,
}: {
  counts: readonly DayCount[];
  /** Called for a day that is clicked. */
  onDay?: (date: string) => void;
}) {
  const activity = useMemo(() => activityOf(counts, Date.now()), [counts]);
  const [shown, setShown] = useState<DayCount | undefined>(undefined);
  const scroll = useRef<HTMLElement>(null);
  // The newest days are at the right.
  useEffect(() => {
    if (scroll.current) scroll.current.scrollLeft = scroll.current.scrollWidth;
  }, [activity]);
  const dayAt = ({ target }: Event) =>
    target instanceof SVGRectElement ? activity.days[Number(target.dataset.day)] : undefined;
  const { total, activeDays, busiest } = activity;
  return (
    <figure class="heatmap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="scroll" tabIndex={0} ref={scroll} aria-label="Notes of each day">
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the screen has a field for the day, too. */}
        <svg
          role="img"
          aria-label="A square for each day of the last year"
          class={onDay && 'clickable'}
          viewBox={`0 0 ${LEFT + activity.weeks * CELL} ${TOP + 7 * CELL}`}
          onPointerOver={(event) => setShown(dayAt(event))}
          onPointerLeave={() => setShown(undefined)}
          onClick={(event) => {
            const day = dayAt(event);
            if (day && day.count > 0) onDay?.(day.date);
          }}
        >
          {activity.months.map(({ name, week }) => (
            <text key={week} x={LEFT + week * CELL} y={11}>
              {name}
            </text>
          ))}
          {['Mon', 'Wed', 'Fri'].map((name, i) => (
            <text key={name} x={0} y={TOP + i * 2 * CELL + 10}>
              {name}
            </text>
          ))}
          {activity.days.map(({ date, week, weekday, level }, i) => (
            <rect
              key={date}
              class={`heat-${level}`}
              data-day={i}
              x={LEFT + week * CELL}
              y={TOP + weekday * CELL}
              width={CELL - 2}
              height={CELL - 2}
              rx={2.5}
            />
          ))}
        </svg>
      </section>
      <figcaption>
        <span>
          {shown
            ? `${formatDay(shown.date)}: ${counted(shown.count, 'note')}`
            : busiest
              ? `${counted(total, 'note')} on ${counted(activeDays, 'day')} of the last year, most on ${formatDay(busiest.date)}: ${counted(busiest.count, 'note')}`
              : 'No notes in the last year'}
        </span>
        <span class="heat-legend" aria-hidden="true">
          none
          {[0, 1, 2, 3, 4].map((level) => (
            <span key={level} class={`heat-${level}`} />
          ))}
          many
        </span>
      </figcaption>
      <ul class="sr-only">
        {monthsOf(activity).map(({ month, count }) => (
          <li key={month}>
            {month}: {counted(count, 'note')}
          </li>
        ))}
      </ul>
    </figure>
  );
}
