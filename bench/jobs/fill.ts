import type { App } from '../../src/app/app.js';
import { endSession } from '../../src/commands/endSession.js';
import {
  ImportObservation,
  type ImportObservation as Note,
  saveObservation,
} from '../../src/commands/saveObservation.js';
import { StartSession, startSession } from '../../src/commands/startSession.js';
import { readNotes } from '../../tools/notes/readNotes.js';
import { built } from '../built.js';
import { recombine, SESSION } from '../data/recombine.js';
import type { MadeNote } from '../search/noteMaker.js';
import { passThrough } from '../search/passThrough.js';
import { job } from './job.js';

export interface Filling {
  readonly directory: string;
  /** Whose sentences are used. */
  readonly file: string;
  readonly size: number;
}

/** What the vault then holds. */
export interface Holds {
  readonly events: number;
  readonly observations: number;
}

/** Work sessions that are under way at a time. */
const TOGETHER = 100;
const ASKED = { meta: { actor: 'bench' } };

/** Saves made notes into the vault of a directory until it holds `size`, and brings its read models up to date. */
export const fill = job(
  import.meta.url,
  async ({ directory, file, size }: Filling, report): Promise<Holds> => {
    const { openApp } = await built<typeof import('../../src/app/app.js')>('app.js');
    const { readConfig } = await built<typeof import('../../src/config/config.js')>('config.js');
    const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }), { filter: passThrough });
    try {
      const noteAt = recombine(readNotes(file));
      const { position } = await app.log.head();
      // Each session is two events beside its notes; a vault that was filled before needs nothing more.
      let done = Math.floor(position / (SESSION + 2)) * SESSION;
      while (done < size) {
        const count = Math.min(size - done, SESSION * TOGETHER);
        await saveSessions(
          app,
          Array.from({ length: count }, (_, i) => noteAt(done + i)),
        );
        done += count;
        report(done);
      }
      return { events: (await app.log.head()).position, observations: size };
    } finally {
      await app.close();
    }
  },
);

/** Starts as many work sessions as the notes are of, saves these in them and ends them. */
async function saveSessions({ executor }: App, notes: readonly MadeNote[]): Promise<void> {
  const first = notes.filter((_, i) => i % SESSION === 0);
  const started = await Promise.all(
    first.map(({ project, author: agent }) =>
      executor.execute(startSession, StartSession.parse({ project, agent }), ASKED),
    ),
  );
  const ids = started.map(({ key }) => key);
  await inBatches(notes, (note, i) => {
    // Read as a request would be: a made note has all that is asked for.
    const input: Note = ImportObservation.parse({
      ...note,
      session_id: ids[Math.floor(i / SESSION)],
    });
    return executor.execute(saveObservation, input, ASKED);
  });
  await Promise.all(
    ids.map((id) => executor.execute(endSession, { id, summary: `${SESSION} notes` }, ASKED)),
  );
}

/** As many as wait for a commit at a time; the queue is bounded. */
const BATCH = 256;

async function inBatches<T>(all: readonly T[], work: (one: T, i: number) => Promise<unknown>) {
  for (let first = 0; first < all.length; first += BATCH) {
    await Promise.all(all.slice(first, first + BATCH).map((one, i) => work(one, first + i)));
  }
}
