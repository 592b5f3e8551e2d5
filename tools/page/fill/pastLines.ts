import { createHash } from 'node:crypto';
import { encodeTime } from 'ulid';
import type { ArchiveLine } from '../../../src/domain/archive/archiveLine.js';
import { digestedId } from '../../../src/domain/ids.js';
import { bySession } from '../../notes/bySession.js';
import type { Note } from '../../notes/readNotes.js';

const DAY = 86_400_000;
const TITLE = 100;

/**
 * Notes of a file as the lines of an archive: work sessions with what was noted in them, moved in time so that the last one
 * was a day before `until`. Ids are made of the content: the same file gives the same ids.
 */
export function pastLines(notes: readonly Note[], until: number): readonly object[] {
  const last = Math.max(...notes.map(({ at }) => Date.parse(at)));
  const moved = (at: string) => Date.parse(at) + (until - DAY - last);
  const time = (ms: number) => new Date(ms).toISOString();
  return bySession(notes).flatMap(({ name, project, author, notes: said }) => {
    const times = said.map(({ at }) => moved(at));
    const [started, ended] = [Math.min(...times), Math.max(...times)];
    const session_id = idOf(started, `session ${name}`);
    const session = {
      record: 'session',
      id: session_id,
      project,
      agent: author,
      goal: (said[0]?.title ?? '').trim(),
      started_at: time(started),
      ended_at: time(ended),
      summary: `${said.length} notes`,
      state: 'ended',
    } satisfies ArchiveLine;
    const lines = said.map(({ title, content, type, tags, at, line }) => ({
      record: 'note',
      id: idOf(moved(at), `note ${line}`),
      type,
      title: [...title.trim()].slice(0, TITLE).join(''),
      content,
      tags: [...new Set(tags)],
      project,
      author,
      session_id,
      created_at: time(moved(at)),
    }));
    return [session, ...lines];
  });
}

const idOf = (at: number, text: string) =>
  digestedId(encodeTime(at, 10), createHash('sha256').update(text).digest('hex'));
