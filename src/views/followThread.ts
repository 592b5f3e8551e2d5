// The entry of the thread that applies events to the read models: see `follower.ts`.
import { aboutFile } from '../diagnostics/diagnostic.js';
import { openSqliteLogReader } from '../log/sqlite/logReader.js';
import { allProjections } from '../projections/allProjections.js';
import { SERVICE_CACHE } from '../sqlite/sqlite.js';
import { plainError, serveWorker } from '../threads/worker.js';
import { type FollowContract, followHere } from './follower.js';
import { projector } from './projector.js';
import { openViewsFile } from './viewsFile.js';

serveWorker<FollowContract>(({ files, stopped }, emit) => {
  const log = openSqliteLogReader(files.log, { cache: SERVICE_CACHE });
  const views = openViewsFile(files.views, 'NORMAL');
  const open = () => projector(views, log, allProjections, emitError, stopped, emitProgress);
  // The thread ends before another file is swapped in.
  const running = followHere(open(), open, emitError);

  function emitProgress(): void {
    const progress = running.progress().map(({ projection: _, ...reached }) => reached);
    emit('progress', { position: running.position(), progress });
  }

  function emitError(error: unknown): void {
    emit('error', plainError(aboutFile(error, files.views)));
  }

  // The thread before this one may have died before it said how far it had come, or that the file is outdated.
  emitProgress();
  return {
    follow: running.follow,
    wipe: running.wipe,
    close() {
      running.close();
      log.close();
    },
  };
});
