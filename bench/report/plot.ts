/** A line of a plot. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const [WIDTH, HEIGHT] = [700, 260];
const FRAME = { left: 56, right: 240, top: 34, bottom: 30 };
/** Told apart on white and on black, and by those who see few colours. */
const COLOURS = ['#0a84d0', '#e07b00', '#1a9c6b', '#b65fc9', '#8a8a8a'];
const STYLE =
  'text{font:12px sans-serif;fill:#666e7a}.grid{stroke:#8884}' +
  '@media(prefers-color-scheme:dark){text{fill:#a8b0bb}}';

/** Lines over a logarithmic x, as an SVG that is legible on light and dark pages; y begins at 0. */
export function plot(title: string, series: readonly Series[]): string {
  const points = series.flatMap((one) => one.points);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const top = niceCeiling(Math.max(...points.map(({ y }) => y)));
  const [low, high] = [Math.log(xs[0] ?? 1), Math.log(xs.at(-1) ?? 1)];
  const wide = WIDTH - FRAME.left - FRAME.right;
  const tall = HEIGHT - FRAME.top - FRAME.bottom;
  const atX = (x: number) =>
    round(FRAME.left + (high === low ? 0.5 : (Math.log(x) - low) / (high - low)) * wide);
  const atY = (y: number) => round(FRAME.top + (1 - y / top) * tall);

  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => part * top);
  const grid = ticks.flatMap((y) => [
    `<line class="grid" x1="${FRAME.left}" x2="${FRAME.left + wide}" y1="${atY(y)}" y2="${atY(y)}"/>`,
    `<text x="${FRAME.left - 6}" y="${atY(y) + 4}" text-anchor="end">${short(y)}</text>`,
  ]);
  const foot = xs.map(
    (x) => `<text x="${atX(x)}" y="${HEIGHT - 10}" text-anchor="middle">${short(x)}</text>`,
  );
  const lines = series.flatMap(({ name, points: own }, i) => {
    const colour = COLOURS[i % COLOURS.length];
    const y = FRAME.top + 8 + i * 18;
    const x = FRAME.left + wide + 16;
    return [
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${own.map((p) => `${atX(p.x)},${atY(p.y)}`).join(' ')}"/>`,
      ...own.map((p) => `<circle r="3" cx="${atX(p.x)}" cy="${atY(p.y)}" fill="${colour}"/>`),
      `<line x1="${x}" x2="${x + 14}" y1="${y}" y2="${y}" stroke="${colour}" stroke-width="3"/>`,
      `<text x="${x + 20}" y="${y + 4}">${escaped(name)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">`,
    `<style>${STYLE}</style>`,
    `<text x="${FRAME.left}" y="18" font-weight="bold">${escaped(title)}</text>`,
    ...grid,
    ...foot,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

/** The next round number that divides by four without many digits. */
export function niceCeiling(value: number): number {
  if (!(value > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 2.5, 4, 5, 8, 10].find((one) => value <= one * power * 1.000_001) ?? 10;
  return step * power;
}

const round = (value: number) => Math.round(value * 10) / 10;

function short(value: number): string {
  if (value >= 1e6) return `${Number((value / 1e6).toPrecision(3))} M`;
  if (value >= 1e4) return `${Number((value / 1e3).toPrecision(3))} k`;
  return String(Number(value.toPrecision(3)));
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
