import type { ArchiveLine } from '../domain/archive/archiveLine.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { NOTES } from './demoNotes.js';
import {
  CONVENTIONS,
  type DemoNote,
  type DemoSession,
  PROJECT,
  PROMPT,
  SESSIONS,
} from './demoStory.js';
import { sourceId } from './sourceRow.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

/** The small project of the demo, as the lines of an archive: its work of the last ten weeks, up to `now` (ms since 1970). */
export function demoLines(now: number): readonly ArchiveLine[] {
  const story = storyAt(now);
  const conventions = { content: CONVENTIONS, at: story.time(66, '09:00') };
  const prompt = { content: PROMPT.content, tags: ['release'], at: story.time(20, '09:00') };
  return [
    ...SESSIONS.map(story.session),
    ...NOTES.map(story.note),
    {
      record: 'prompt',
      id: sourceId('demo', PROMPT.name, 0),
      name: PROMPT.name,
      created_at: prompt.at,
      versions: [prompt],
    },
    { record: 'conventions', project: PROJECT, versions: [conventions] },
  ];
}

function storyAt(now: number) {
  const midnight = Math.floor(now / DAY) * DAY;
  /** `days` ago at a time of the day, and never later than now. */
  const msOf = (days: number, at: string) => {
    const [hours = 0, minutes = 0] = at.split(':').map(Number);
    return Math.min(now, midnight - days * DAY + (hours * 60 + minutes) * MINUTE);
  };
  const timeText = (ms: number) => formatTime(toSeconds(ms));
  const time = (days: number, at: string) => timeText(msOf(days, at));
  const inDays = (days: number | undefined) =>
    days === undefined ? undefined : timeText(now + days * DAY);
  const noteId = ({ key, days, at }: DemoNote) => sourceId('demo', key, msOf(days, at));
  const idOf = (key: string) => NOTES.filter((note) => note.key === key).map(noteId)[0];
  const sessionId = ({ key, days, at }: DemoSession) => sourceId('demo', key, msOf(days, at));
  return {
    time,
    session: (session: DemoSession): ArchiveLine => ({
      record: 'session',
      id: sessionId(session),
      project: PROJECT,
      agent: session.agent,
      goal: session.goal,
      summary: session.summary,
      started_at: time(session.days, session.at),
      ended_at: timeText(Math.min(now, msOf(session.days, session.at) + session.minutes * MINUTE)),
      state: 'ended',
    }),
    note: (note: DemoNote): ArchiveLine => ({
      record: 'note',
      id: noteId(note),
      project: PROJECT,
      type: note.type,
      title: note.title,
      content: note.content,
      tags: [...note.tags],
      author: note.author,
      created_at: time(note.days, note.at),
      anchors: note.files?.map((path) => ({ path })),
      session_id: SESSIONS.filter(({ key }) => key === note.session).map(sessionId)[0],
      supersedes: note.supersedes && idOf(note.supersedes),
      valid_until: inDays(note.validUntil),
      review_after: inDays(note.reviewAfter),
      pinned: note.pinned,
      state: note.proposed && ('proposed' as const),
    }),
  };
}
