// The entry of every thread that runs jobs: see `jobPool.ts`.
import { openSqliteReader, SERVICE_CACHE, type Sql } from '../sqlite/sqlite.js';
import { serveWorker } from '../threads/worker.js';
import { type JobContract, type JobName, type JobPlace, loadJob } from './jobs.js';

serveWorker<JobContract>(({ viewsFile, patterns }, emit) => {
  let views: Sql | undefined;
  const place: JobPlace = {
    views: () => {
      views ??= openSqliteReader(viewsFile, { cache: SERVICE_CACHE });
      return views;
    },
    patterns,
    step: (step) => emit('step', step),
  };
  const loaded = new Map<JobName, ReturnType<typeof loadJob>>();
  return {
    async run(job, input) {
      const work = loaded.get(job) ?? loadJob(job, place);
      loaded.set(job, work);
      // `jobPool` takes only what fits the job.
      return (await work)(input as never);
    },
    closeViews() {
      views?.db.close();
      views = undefined;
    },
  };
});
