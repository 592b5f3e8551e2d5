// The entry of a search thread: see `searchPool.ts`.
import { openSqliteReader, SERVICE_CACHE, type Sql } from '../../sqlite/sqlite.js';
import { serveWorker } from '../../threads/worker.js';
import { searchObservations } from './searchObservations.js';
import type { SearchContract } from './searchPool.js';

serveWorker<SearchContract>((file) => {
  let views: Sql | undefined;
  return {
    search(search) {
      views ??= openSqliteReader(file, { cache: SERVICE_CACHE });
      return searchObservations(views, search);
    },
    closeFile() {
      views?.db.close();
      views = undefined;
    },
  };
});
