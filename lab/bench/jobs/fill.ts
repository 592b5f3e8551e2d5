import type { App } from '../../../src/app/app.js';
import {
  ImportObservation,
  type ImportObservation as Note,
  saveObservation,
} from '../../../src/commands/observations.js';
import { endSession, StartSession, startSession } from '../../../src/commands/sessions.js';
import { job } from '../../../tools/job.js';
import { readNotes } from '../../../tools/notes/readNotes.js';
import { built } from '../built.js';
import { recombine, SESSION } from '../data/recombine.js';
import type { MadeNote } from '../search/noteMaker.js';
import { passThrough } from '../search/passThrough.js';

export interface Filling {
  readonly directory: string;
  /** NDJSON file of the notes whose sentences are used. */
  readonly file: string;
  readonly size: number;
}

/** The content of the vault after filling. */
export interface Holds {
  readonly events: number;
  readonly observations: number;
}

/** Number of concurrent work sessions. */
const TOGETHER = 100;
const CONTEXT = { meta: { actor: 'bench' } };

/** Saves generated notes into the vault of a directory until it holds `size`, and brings its read models up to date. */
export const fill = job(
  import.meta.url,
  async ({ directory, file, size }: Filling, report): Promise<Holds> => {
    const { openApp } = await built<typeof import('../../../src/app/openApp.js')>('app/openApp.js');
    const { readConfig } =
      await built<typeof import('../../../src/config/config.js')>('config/config.js');
    const app = await openApp(readConfig({ VAULT_DATA_DIR: directory }), { filter: passThrough });
    try {
      const noteAt = recombine(readNotes(file));
      const { position } = await app.log.head();
      // Each session adds two events to those of its notes. A vault that was filled before needs no more notes.
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

/** Starts the work sessions of the notes, saves the notes in them and ends them. */
async function saveSessions({ executor }: App, notes: readonly MadeNote[]): Promise<void> {
  const first = notes.filter((_, i) => i % SESSION === 0);
  const started = await Promise.all(
    first.map(({ project, author: agent }) =>
      executor.execute(startSession, StartSession.parse({ project, agent }), CONTEXT),
    ),
  );
  const ids = started.map(({ key }) => key);
  await inBatches(notes, ({ word: _word, hash: _hash, ...note }, i) => {
    // Parsed like a request. It cannot fail: a generated note has all required fields.
    const input: Note = ImportObservation.parse({
      ...note,
      session_id: ids[Math.floor(i / SESSION)],
    });
    return executor.execute(saveObservation, input, CONTEXT);
  });
  await Promise.all(
    ids.map((id) => executor.execute(endSession, { id, summary: `${SESSION} notes` }, CONTEXT)),
  );
}

/** Number of commands that wait for a commit at a time; the queue is bounded. */
const BATCH = 256;

async function inBatches<T>(all: readonly T[], work: (one: T, i: number) => Promise<unknown>) {
  for (let first = 0; first < all.length; first += BATCH) {
    await Promise.all(all.slice(first, first + BATCH).map((one, i) => work(one, first + i)));
  }
}
