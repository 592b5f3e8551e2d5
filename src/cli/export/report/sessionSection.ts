import type { SessionLine } from '../../../domain/archive/archiveLine.js';
import { shortId } from '../../terminal/shortId.js';
import type { ReportData } from './reportData.js';
import { counted, lineOf, minuteOf, quoteOf } from './reportText.js';

/** A work session: when it was, its goal, and what came of it. */
export function sessionSection(session: SessionLine, { notesIn }: ReportData): string {
  const { id, started_at, ended_at, agent, team, state, goal, summary } = session;
  const own = notesIn.get(id) ?? 0;
  const about = [
    `\`${shortId(id)}\``,
    ended_at === undefined ? state : `ended ${minuteOf(ended_at)}`,
    ...(agent === undefined ? [] : [`by ${lineOf(agent)}`]),
    ...(team === undefined ? [] : [`team ${lineOf(team)}`]),
    ...(own === 0 ? [] : [counted(own, 'note')]),
  ];
  return [
    `### ${minuteOf(started_at)}\n`,
    `${about.join(' · ')}\n`,
    ...(goal ? ['Goal:\n', quoteOf(goal)] : []),
    ...(summary ? ['Summary:\n', quoteOf(summary)] : []),
  ].join('\n');
}
