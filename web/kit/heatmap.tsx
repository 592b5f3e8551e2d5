import { useMemo, useState } from 'preact/hooks';
import { activityOf, type DayCount, formatDay } from './activity.js';
import { counted } from './format.js';

/** Of a cell with its gap, in units of the picture. */
const CELL = 13;
const LEFT = 30;
const TOP = 18;

/**
 * A year of notes, a square for each day: the more notes, the stronger its colour. It scrolls within itself. Days with notes are
 * links, of which Tab reaches one, and the arrow keys the others.
 */
export function Heatmap({
  counts,
  linkOf,
}: {
  counts: readonly DayCount[];
  /** Where a day leads, `YYYY-MM-DD`: to its notes. */
  linkOf: (date: string) => string;
}) {
  const activity = useMemo(() => activityOf(counts, Date.now()), [counts]);
  const [shown, setShown] = useState<DayCount | undefined>(undefined);
  const dayAt = ({ target }: Event) =>
    target instanceof SVGRectElement ? activity.days[Number(target.dataset.day)] : undefined;
  const lastActive = activity.days.findLastIndex(({ count }) => count > 0);
  const { total, activeDays, busiest } = activity;
  return (
    <figure class="heatmap">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section class="scroll" tabIndex={0} aria-label="Notes of each day">
        {/* biome-ignore lint/a11y/useSemanticElements: a picture can be no fieldset. */}
        <svg
          aria-label="A square for each day of the last year"
          role="group"
          viewBox={`0 0 ${LEFT + activity.weeks * CELL} ${TOP + 7 * CELL}`}
          onPointerOver={(event) => setShown(dayAt(event))}
          onPointerLeave={() => setShown(undefined)}
          onKeyDown={walkDays}
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
          {activity.days.map((day, i) => {
            const { date, count, week, weekday, level } = day;
            const square = (
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
            );
            if (count === 0) return square;
            return (
              <a
                key={date}
                href={linkOf(date)}
                tabIndex={i === lastActive ? 0 : -1}
                aria-label={inWords(day)}
                onFocus={() => setShown(day)}
              >
                {square}
              </a>
            );
          })}
        </svg>
      </section>
      <figcaption>
        <span>
          {shown
            ? inWords(shown)
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
    </figure>
  );
}

const inWords = ({ date, count }: DayCount) => `${formatDay(date)}: ${counted(count, 'note')}`;

/** The arrow keys, Home and End go from one day with notes to another. */
function walkDays(event: KeyboardEvent & { readonly currentTarget: SVGElement }): void {
  const days = [...event.currentTarget.querySelectorAll('a')];
  const at = days.findIndex((day) => day.matches(':focus'));
  const last = days.length - 1;
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  days[Math.min(Math.max(to, 0), last)]?.focus();
}
