import type { ComponentChildren } from 'preact';
import { linkTo } from '../../base/place.js';
import { Card } from '../../kit/card.js';
import { counted, formatCount } from '../../kit/format.js';
import { topOf } from './topOf.js';

const SHOWN = 6;

/** How many notes each has, as bars, the most first. Each leads to the search for it. */
export function Bars({
  title,
  counts,
  queryOf,
  nameOf,
}: {
  title: string;
  counts: Readonly<Record<string, number>>;
  /** What the search is narrowed to. */
  queryOf: (name: string) => Record<string, string>;
  nameOf: (name: string) => ComponentChildren;
}) {
  const { top, others } = topOf(counts, SHOWN);
  const most = top[0]?.[1] ?? 1;
  if (top.length === 0) return null;
  return (
    <Card title={title}>
      <ul class="bars">
        {top.map(([name, count]) => (
          <li key={name}>
            <a href={linkTo('/search', queryOf(name))}>
              <span class="one-line">{nameOf(name)}</span>
              <span class="number">
                {formatCount(count)}
                <span class="sr-only"> notes</span>
              </span>
              <meter aria-hidden="true" min={0} max={most} value={count} />
            </a>
          </li>
        ))}
      </ul>
      {others > 0 && <p class="hint">and {counted(others, 'other')}</p>}
    </Card>
  );
}
