import type { Stats } from 'memory-vault-client';
import type { FileSession } from '../../tools/notes/bySession.js';
import type { Loaded } from '../../tools/notes/loadNotes.js';
import type { Note } from '../../tools/notes/readNotes.js';
import { type ExpectedNote, expectedNotes } from './expectedNotes.js';
import type { Rehearsal } from './rehearse.js';

/** The values that a vault is compared with. */
export interface Expectation {
  readonly notes: readonly ExpectedNote[];
  /** Lines of the file, those that the vault keeps once included. */
  readonly lines: number;
  /** The file's sessions by the id that the service gave them. */
  readonly sessions: ReadonlyMap<string, FileSession>;
  /** The vault's statistics before the load. */
  readonly before: Stats;
  /** The day (UTC) of an RFC 3339 time; `today` for the time of the load when the service sets times. */
  dayOf(created_at: string | undefined): string;
}

export function expectation(
  notes: readonly Note[],
  parts: {
    readonly rehearsal: Rehearsal;
    readonly loaded: Loaded;
    readonly before: Stats;
    readonly keepsTimes: boolean;
  },
): Expectation {
  const { rehearsal, loaded, before, keepsTimes } = parts;
  const first = new Date(loaded.from).toISOString().slice(0, 10);
  const last = new Date(loaded.to).toISOString().slice(0, 10);
  return {
    notes: expectedNotes(notes, rehearsal.filtered, keepsTimes),
    lines: notes.length,
    sessions: loaded.sessions,
    before,
    dayOf(created_at) {
      const day = created_at?.slice(0, 10);
      if (day === undefined) return 'today';
      return !keepsTimes && day >= first && day <= last ? 'today' : day;
    },
  };
}
