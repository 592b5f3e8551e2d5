import { formatCount } from './format.js';

/** How far something is: "1,200 of 5,000 events". */
export function Progress({
  done,
  total,
  label,
  unit,
}: {
  done: number;
  total: number;
  label: string;
  unit: string;
}) {
  return (
    <div class="progress">
      <progress aria-label={label} value={done} max={Math.max(total, 1)} />
      <span>
        {formatCount(done)} of {formatCount(total)} {unit}
      </span>
    </div>
  );
}
