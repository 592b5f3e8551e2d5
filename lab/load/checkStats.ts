import type { Stats } from 'memory-vault-client';
import type { Client } from '../../tools/client.js';
import type { Comparison, Counts } from './comparison.js';
import { countBy } from './countBy.js';
import type { Expectation } from './expectation.js';

/**
 * `/stats` against the file. It covers the whole vault, so the counts before the load are subtracted. Saves by other
 * clients during the load would show up as differences.
 */
export async function checkStats(
  { vault }: Client,
  { notes, lines, sessions, before, dayOf }: Expectation,
  compare: Comparison,
): Promise<void> {
  const { data: stats } = await vault.GET('/api/v1/stats');
  const added = (key: 'observations_total' | 'sessions_total' | 'redactions_total') =>
    stats[key] - before[key];
  const redactions = notes.reduce((sum, note) => sum + note.redactions, 0);
  const what = 'stats: totals';
  compare.value(what, 'observations', notes.length, added('observations_total'));
  compare.value(what, 'sessions', sessions.size, added('sessions_total'));
  compare.value(what, 'active sessions', before.sessions_active, stats.sessions_active);
  compare.value(what, 'stored', notes.length, stats.saves.stored - before.saves.stored);
  const deduplicated = stats.saves.deduplicated - before.saves.deduplicated;
  compare.value(what, 'deduplicated', lines - notes.length, deduplicated);
  compare.value(what, 'redactions', redactions, added('redactions_total'));

  const byProject = countBy(notes, (note) => note.project);
  compare.counts('stats: by_project', '', byProject, minus(stats.by_project, before.by_project));
  const byType = countBy(notes, (note) => note.type);
  compare.counts('stats: by_type', '', byType, minus(stats.by_type, before.by_type));

  const days = stats.daily_activity.map(({ date }) => date);
  compare.list('stats: the last 30 days', 'dates', lastDays(days.at(-1) ?? '', 30), days);
  const dailyBefore = byDay(before, (date) => date);
  const recent = minus(
    byDay(stats, (date) => date),
    dailyBefore,
  );
  const byDayOfFile = countBy(notes, (note) => dayOf(note.created_at));
  const shownDays = new Set(days.map((date) => dayOf(date)));
  const expected = Object.entries(byDayOfFile).filter(([day]) => shownDays.has(day));
  const actual: Record<string, number> = {};
  for (const date of days) {
    actual[dayOf(date)] = (actual[dayOf(date)] ?? 0) + (recent[date] ?? 0);
  }
  compare.counts('stats: daily_activity', '', Object.fromEntries(expected), actual);
}

function byDay({ daily_activity }: Stats, key: (date: string) => string): Counts {
  return Object.fromEntries(daily_activity.map(({ date, count }) => [key(date), count]));
}

function minus(after: Counts, before: Counts): Counts {
  return Object.fromEntries(
    Object.entries(after).map(([key, count]) => [key, count - (before[key] ?? 0)]),
  );
}

/** The days up to `last`, oldest first, as `YYYY-MM-DD`. */
function lastDays(last: string, count: number): readonly string[] {
  const end = Date.parse(last);
  return Array.from({ length: count }, (_, i) =>
    new Date(end - (count - 1 - i) * 86_400_000).toISOString().slice(0, 10),
  );
}
