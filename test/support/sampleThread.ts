// The entry of a thread for tests of situations that are rare in real threads.
import { Database } from '../../src/sqlite/database.js';
import { serveWorker } from '../../src/threads/worker.js';

export interface SampleContract {
  /** A file to open at the start. */
  readonly data: { readonly file?: string };
  readonly methods: {
    join(...words: string[]): Promise<string>;
    fail(how: 'sqlite' | 'type' | 'text'): void;
    /** Emits the numbers up to this one, and returns it. */
    count(upTo: number): number;
    /** Ends the thread by an error that nothing catches, while this call waits. */
    die(): Promise<void>;
    /** Allocates memory until there is none. */
    grow(): void;
    /** Locks one file and then, in the same call of SQLite, waits for another to be unlocked. */
    lock(first: string, second: string): void;
  };
  readonly events: { counted: number };
}

serveWorker<SampleContract>(({ file }, emit) => {
  if (file !== undefined) new Database(file, { fileMustExist: true });
  return {
    async join(...words) {
      // Calls with more words finish earlier, so that answers come in a known order.
      await new Promise((resolve) => setTimeout(resolve, 20 - words.length));
      return words.join(' ');
    },
    fail(how) {
      if (how === 'sqlite') new Database(':memory:').exec('SELECT * FROM absent');
      if (how === 'type') throw new TypeError('no type for it');
      throw 'only text';
    },
    count(upTo) {
      for (let n = 1; n <= upTo; n++) emit('counted', n);
      return upTo;
    },
    die() {
      setImmediate(() => {
        throw new Error('a fault');
      });
      return new Promise(() => {});
    },
    grow() {
      // Of one small size: Node 24 now and then ends the whole process when a larger one does not fit.
      for (let all: object = {}; ; ) all = { all };
    },
    lock(first, second) {
      const db = new Database(first, { timeout: 600_000 });
      db.prepare('ATTACH ? AS second').run(second);
      db.exec('BEGIN IMMEDIATE; ROLLBACK');
      db.close();
    },
  };
});
