import { digits } from '../../../tools/table.js';
import { FIGURES, type Figure } from '../figure.js';
import { GOALS, judge, type Verdict } from '../goals.js';
import { growths } from '../growth.js';
import { type Grid, grid } from './grid.js';
import { SECTIONS } from './sections.js';

/** A run of the benchmark: all that the report is made from. */
export interface Run {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  /** The machine, in a few lines. */
  readonly machine: string;
  readonly sizes: readonly number[];
  readonly figures: readonly Figure[];
  /** Runs of some parts whose figures took the place of those of this run, oldest first. */
  readonly added?: readonly Added[];
}

/** A run of some parts, or of some sizes. */
export interface Added {
  readonly date: string;
  readonly parts: readonly string[];
  readonly sizes: readonly number[];
}

/** The report as Markdown. `byHand` is Markdown, written by hand, about where the time goes. */
export function page(run: Run, byHand: string | undefined): string {
  const { figures } = run;
  const sections = SECTIONS.flatMap((section) => {
    const shown = grid(section, figures);
    return shown ? [`## ${section.title}`, section.text, markdown(shown)] : [];
  });
  const text = [
    '# Performance',
    `\`npm run lab -- bench\` measured all of this on ${run.date} and wrote this page: do not edit it. Absolute figures depend on ` +
      'the machine, above all if it is shared. Compare the ratios: they relate a figure to something simpler that was ' +
      'measured in alternation with it.',
    ...addedSection(run.added),
    `\`\`\`\n${run.machine}\n\`\`\``,
    'The vaults hold notes of 500 bytes, made from the sentences of real notes, in 200 projects of different sizes. CPU, ' +
      'latency and rates are medians of alternating rounds.',
    '## Goals',
    markdown(goalGrid(judge(GOALS, figures))),
    ...(byHand === undefined ? [] : [byHand.trim()]),
    ...sections,
    ...growthSection(figures),
  ].join('\n\n');
  return `${text}\n`;
}

function addedSection(added: readonly Added[] = []): string[] {
  if (added.length === 0) return [];
  const lines = added.map(({ date, parts, sizes }) => {
    const notes = sizes.map((size) => size.toLocaleString('en')).join('; ');
    return `- ${date}: ${parts.join(', ')}${notes === '' ? '' : ` (${notes} notes)`}`;
  });
  return [`Parts of it were measured again later:\n\n${lines.join('\n')}`];
}

/** Goals and whether they hold, as text. */
export function goalGrid(verdicts: readonly Verdict[]): Grid {
  return {
    head: ['goal', 'at', 'bound', 'measured', ''],
    rows: verdicts.map((verdict) => {
      const { what, bound, value, size, connections } = verdict;
      const unit = FIGURES[what] === '×' ? '' : ` ${FIGURES[what]}`;
      return [
        what,
        placeOf(size, connections),
        `${bound} ${value.toLocaleString('en')}${unit}`,
        verdict.state === 'not measured' ? '–' : saidOf(verdict.measured),
        verdict.state === 'missed' ? '**missed**' : verdict.state,
      ];
    }),
  };
}

/** With its kind, where the figure is the worst of several kinds. */
const saidOf = ({ value, kind }: Figure) =>
  kind === undefined ? digits(value) : `${digits(value)} (${kind})`;

function placeOf(size: number | undefined, connections: number | undefined): string {
  if (size !== undefined) return `${size.toLocaleString('en')} notes`;
  if (connections === undefined) return 'everywhere';
  return connections === 1 ? '1 connection' : `${connections} connections`;
}

function growthSection(figures: readonly Figure[]): string[] {
  const grown = growthGrid(figures);
  if (!grown) return [];
  const text =
    'The k for which cost ~ size^k fits best. With 0 the cost does not grow, with 0.3 it doubles for ten times the size, ' +
    'with 1 it grows as fast as the size. For work on the whole log, the cost is the time for all events.';
  return ['## Costs against size', text, markdown(grown)];
}

/** The exponents of all costs; undefined with only one size. */
export function growthGrid(figures: readonly Figure[]): Grid | undefined {
  const rows = growths(figures).map(({ what, exponent, work, faster }) => [
    what,
    exponent.toFixed(2),
    work.toFixed(2),
    faster ? '**faster than the work**' : 'no faster than the work',
  ]);
  return rows.length === 0 ? undefined : { head: ['cost', 'k', 'k of the work', ''], rows };
}

function markdown({ head, rows }: Grid): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}
