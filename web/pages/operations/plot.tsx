import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import { formatTime } from '../../kit/formatTime.js';
import { isolated } from './isolated.js';
import type { Chart, Line } from './lines.js';

export interface PlotProps {
  /** Seconds since 1970. */
  readonly times: readonly number[];
  readonly chart: Chart;
  /** As many values for each line as there are times. */
  readonly values: readonly (readonly (number | null)[])[];
  readonly isHidden: (line: number) => boolean;
  /** What stands beside a line of the grid. */
  readonly tick: (value: number) => string;
  /** Says at which time the pointer is: an index of `times`, or null. */
  readonly onPoint: (index: number | null) => void;
}

const HEIGHT = 200;
/** What the chart shows at least, however new the service is. */
const LEAST_SECONDS = 600;
const POWERS_OF_TWO = Array.from({ length: 45 }, (_, i) => 2 ** i);

/** A chart on a canvas. It follows the width of the page and its colours. */
export function Plot({ times, chart, values, isHidden, tick, onPoint }: PlotProps) {
  const { lines } = chart;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>();
  const [scheme, setScheme] = useState(0);
  useEffect(() => onOtherColours(() => setScheme((n) => n + 1)), []);
  useEffect(() => {
    const { current: element } = box;
    if (!element) return;
    const made = new UPlot(
      optionsOf(element, chart, tick, onPoint),
      dataOf(times, values),
      element,
    );
    plot.current = made;
    const follow = new ResizeObserver(() => {
      const width = Math.floor(element.clientWidth);
      if (width > 0 && width !== made.width) made.setSize({ width, height: HEIGHT });
    });
    follow.observe(element);
    return () => {
      follow.disconnect();
      made.destroy();
    };
    // New values are set below; the colours are those of the scheme.
  }, [chart, scheme]);
  useEffect(() => plot.current?.setData(dataOf(times, values)), [times, values]);
  const hidden = lines.map((_, i) => isHidden(i)).join();
  useEffect(() => {
    for (const i of lines.keys()) plot.current?.setSeries(i + 1, { show: !isHidden(i) });
  }, [hidden, lines, scheme]);
  return <div class="plot" ref={box} />;
}

function dataOf(
  times: PlotProps['times'],
  values: PlotProps['values'],
): [number[], ...(number | null)[][]] {
  return [[...times], ...values.map((one) => [...one])];
}

function optionsOf(
  element: HTMLElement,
  { lines, unit, isLogarithmic = false }: Chart,
  tick: PlotProps['tick'],
  onPoint: PlotProps['onPoint'],
): UPlot.Options {
  const font = `12px ${getComputedStyle(element).fontFamily}`;
  const axis = {
    font,
    stroke: colourOf(element, 'soft'),
    grid: { stroke: colourOf(element, 'line'), width: 1 },
    ticks: { stroke: colourOf(element, 'line'), width: 1, size: 4 },
  };
  return {
    width: Math.max(1, Math.floor(element.clientWidth)),
    height: HEIGHT,
    // Room for the last time of day, half of which stands beyond the end of the axis.
    padding: [8, 18, 0, 0],
    // The legend below the chart can be reached by keyboard; the one on the canvas cannot.
    legend: { show: false },
    cursor: { y: false, sync: { key: 'operations' }, drag: { x: false, y: false } },
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
    scales: {
      x: { range: ({ data: [times] }) => rangeOf(times) },
      y: isLogarithmic
        ? { distr: 3 }
        : { range: (_plot, _least, most) => [0, most > 0 ? most * 1.15 : 1] },
    },
    axes: [
      { ...axis, size: 32, space: 70, values: (_plot, ticks) => ticks.map(timeOfDay) },
      {
        ...axis,
        size: 62,
        ...(unit === 'bytes' && { incrs: POWERS_OF_TWO }),
        ...(isLogarithmic && {
          grid: { ...axis.grid, filter: powersOfTen },
          ticks: { ...axis.ticks, filter: powersOfTen },
        }),
        // On a logarithmic scale, what stands between the powers of ten is null.
        values: (_plot, ticks) =>
          ticks.map((value: number | null) => (value === null ? '' : tick(value))),
      },
    ],
    series: [{}, ...lines.map((line) => seriesOf(element, line))],
  };
}

/** What uPlot finds itself is a whole day where there is one point. */
function rangeOf(times: ArrayLike<number>): [number, number] {
  const last = times[times.length - 1] ?? 0;
  return [Math.min(times[0] ?? last, last - LEAST_SECONDS), last];
}

/** Only these get a line of a logarithmic grid. */
function powersOfTen(_plot: UPlot, splits: number[]): (number | null)[] {
  return splits.map((value) =>
    Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? value : null,
  );
}

function seriesOf(element: HTMLElement, { label, colour, isDashed }: Line): UPlot.Series {
  const stroke = colourOf(element, colour);
  return {
    label,
    stroke,
    width: 1.5,
    ...(isDashed && { dash: [5, 4] }),
    points: {
      show: true,
      size: 5,
      stroke,
      fill: stroke,
      filter: (plot, series) => isolated([...(plot.data[series] ?? [])]),
    },
  };
}

function timeOfDay(seconds: number): string {
  return formatTime(seconds * 1000, 'minute');
}

/** A colour of the page as a canvas takes it: it does not know `light-dark()`. */
function colourOf(element: HTMLElement, name: string): string {
  const probe = document.createElement('i');
  probe.style.color = `var(--${name})`;
  element.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** Calls back when the reader, or the system, turns to light or dark. */
function onOtherColours(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const chosen = new MutationObserver(listener);
  system.addEventListener('change', listener);
  chosen.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    system.removeEventListener('change', listener);
    chosen.disconnect();
  };
}
