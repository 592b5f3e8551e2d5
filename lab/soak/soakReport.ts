import { markdownTable } from '../../tools/markdownTable.js';
import { percentile } from '../../tools/percentile.js';
import { digits } from '../../tools/table.js';
import { type Sample, slope } from './sample.js';
import type { Timed } from './traffic.js';

/** A minute of the soak: its requests, and what the service used at its end. */
export interface Minute {
  readonly answers: readonly Timed[];
  readonly sample: Sample | undefined;
  /** Notes that exist at its end. */
  readonly notes: number;
}

const MIB = 2 ** 20;
const SHOWN = ['save', 'search', 'get', 'forget'];

/** A row per minute. */
export function minutesTable(minutes: readonly Minute[]): string {
  const head = [
    'minute',
    'requests',
    'not answered well',
    'notes',
    'DELETE 204',
    'DELETE 202',
    ...SHOWN.map((what) => `${what} p99 ms`),
    'loop p99 ms',
    'RSS MiB',
    'heap MiB',
    'descriptors',
    'log.db MiB',
    '-wal',
    'views.db MiB',
    '-wal',
  ];
  const rows = minutes.map(({ answers, sample, notes }, i) => [
    String(i + 1),
    String(answers.length),
    String(answers.filter(isBad).length),
    String(notes),
    ...[204, 202].map((status) => String(answers.filter(isForget(status)).length)),
    ...SHOWN.map((what) => digits(percentile(times(answers, what), 99))),
    digits(sample?.loop ?? Number.NaN),
    ...[sample?.rss, sample?.heap].map(mebibytes),
    String(sample?.descriptors ?? ''),
    ...[sample?.log, sample?.logWal, sample?.views, sample?.viewsWal].map(mebibytes),
  ]);
  return markdownTable(head, rows);
}

/** A row per kind of request, and how memory grew over the second half. */
export function summary(minutes: readonly Minute[], samples: readonly Sample[]): string {
  const answers = minutes.flatMap((minute) => minute.answers);
  const kinds = [...new Set(answers.map(({ what }) => what))];
  const rows = kinds.map((kind) => {
    const sorted = times(answers, kind);
    return [
      kind,
      String(sorted.length),
      statuses(answers.filter(({ what }) => what === kind)),
      ...[50, 99, 100].map((percent) => digits(percentile(sorted, percent))),
    ];
  });
  const later = samples.slice(Math.floor(samples.length / 2));
  const perHour = (of: 'rss' | 'heap' | 'descriptors') =>
    slope(later.map((one) => [one.at / 3600, one[of]]));
  const pending = answers.filter(isForget(202)).length;
  const forgotten = pending + answers.filter(isForget(204)).length;
  return [
    markdownTable(['request', 'times', 'statuses', 'p50 ms', 'p99 ms', 'longest ms'], rows),
    '',
    `Over the second half: RSS ${signed(perHour('rss') / MIB)} MiB/h, heap ` +
      `${signed(perHour('heap') / MIB)} MiB/h, descriptors ${signed(perHour('descriptors'))}/h.`,
    `${pending} of ${forgotten} DELETEs answered 202 (${digits((100 * pending) / forgotten)} %).`,
  ].join('\n');
}

/** Refused, failed or not answered. A 404 or 409 is an answer: what was asked for was just forgotten or changed. */
export const isBad = ({ status }: Timed) => status === undefined || status >= 500;

const isForget =
  (wanted: number) =>
  ({ what, status }: Timed) =>
    what === 'forget' && status === wanted;

const times = (answers: readonly Timed[], kind: string) =>
  answers
    .filter(({ what }) => what === kind)
    .map(({ ms }) => ms)
    .sort((a, b) => a - b);

function statuses(answers: readonly Timed[]): string {
  const counts = new Map<string, number>();
  for (const { status } of answers) {
    const name = String(status ?? 'none');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([status, count]) => `${status}: ${count}`).join(', ');
}

const mebibytes = (bytes: number | undefined) => digits((bytes ?? Number.NaN) / MIB);
const signed = (value: number) => `${value < 0 ? '−' : '+'}${digits(Math.abs(value))}`;
