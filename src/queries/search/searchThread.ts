// The entry of a search thread: see `searchPool.ts`.
import { openSqliteReader, SERVICE_CACHE, type Sql } from '../../sqlite/sqlite.js';
import { serveWorker } from '../../threads/worker.js';
import { closestProjects } from '../closest/closestProjects.js';
import { findNewest } from './findNewest.js';
import { findHits, readHits } from './searchObservations.js';
import type { SearchContract } from './searchPool.js';

serveWorker<SearchContract>((file) => {
  let views: Sql | undefined;
  const open = () => {
    views ??= openSqliteReader(file, { cache: SERVICE_CACHE });
    return views;
  };
  return {
    search(search) {
      const { reading, found } = findHits(open(), search);
      return { reading, ...readHits(open(), found) };
    },
    readOn: (left) => readHits(open(), left),
    closestProjects: (asked) => closestProjects(open(), asked),
    findNewest: (listing) => findNewest(open(), listing),
    closeFile() {
      views?.db.close();
      views = undefined;
    },
  };
});
