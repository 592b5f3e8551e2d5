// The entry of a search thread: see `searchPool.ts`.
import { inOneRead, openSqliteReader, SERVICE_CACHE, type Sql } from '../../sqlite/sqlite.js';
import { serveWorker } from '../../threads/worker.js';
import { closestProjects } from '../closest/closest.js';
import { countFacets } from './facets.js';
import { findNewest } from './findNewest.js';
import { find } from './search.js';
import type { SearchContract } from './searchPool.js';
import { readHits } from './show.js';

serveWorker<SearchContract>((file) => {
  let views: Sql | undefined;
  const reading = <T>(read: (views: Sql) => T) => {
    views ??= openSqliteReader(file, { cache: SERVICE_CACHE });
    return inOneRead(views, read);
  };
  return {
    search: (search) =>
      reading((views) => {
        const { reading, found } = find(views, search);
        return { reading, ...readHits(views, found) };
      }),
    readOn: (left) => reading((views) => readHits(views, left)),
    facets: (search) => reading((views) => countFacets(views, search)),
    closestProjects: (asked) => reading((views) => closestProjects(views, asked)),
    findNewest: (listing) => reading((views) => findNewest(views, listing)),
    closeFile() {
      views?.db.close();
      views = undefined;
    },
  };
});
