import type { LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { openSqlite } from '../sqlite/sqlite.js';
import { type Stops, stopsOf } from './applyEvents.js';
import type { BuildIndex } from './buildIndex.js';
import { freshFile, indexFile, removeBuild, removeDatabase } from './databaseFile.js';
import { type OnProgress, type Projector, projector } from './projector.js';
import { takeIndex } from './takeIndex.js';
import { createViews, indexViews } from './viewsFile.js';
import { markWiped } from './wipeViews.js';

/** Which read models, of which log, and how they are built. */
export interface FileBuild {
  /** Where they are, or are to be. */
  readonly file: string;
  readonly log: LogReads;
  readonly projections: readonly Projection[];
  /** Told of a projection that stopped or a file that could not be written. */
  readonly onError: (error: unknown) => void;
  readonly onProgress?: OnProgress | undefined;
  /** Builds the search index from the rows, while these are still being written; by default it is built with them. */
  readonly buildIndex?: BuildIndex | undefined;
}

/**
 * Builds read models of the whole log in the fresh file beside `file`, and gives them open. An interrupted build
 * leaves that file behind.
 */
export async function buildFile(build: FileBuild): Promise<Projector> {
  removeBuild(build.file);
  const { projections, buildIndex } = build;
  if (buildIndex && projections.some(({ unindexed }) => unindexed)) {
    const stopped = await buildInTwo(build, buildIndex);
    if (stopped) return reopened(build, stopped);
    removeBuild(build.file);
  }
  const building = begin(build);
  await finish(building, build, build.onProgress);
  return building;
}

/**
 * Builds rows here and the index of them elsewhere. Gives nothing when that index cannot be used: a row that cannot
 * be indexed stops its projection, which only who does both finds out.
 */
async function buildInTwo(build: FileBuild, buildIndex: BuildIndex): Promise<Stops | undefined> {
  const projections = build.projections.map(withoutIndex);
  const building = begin({ ...build, projections });
  const file = indexFile(build.file);
  const index = buildIndex({ rows: freshFile(build.file), file });
  try {
    await finish(building, { ...build, projections }, (done, total) => {
      index.reach(done);
      build.onProgress?.(done, total);
    });
    const indexed = await index.finish().catch(() => undefined);
    // A row that went after it was indexed; a log has none, since what is forgotten is not in it any more.
    if (indexed !== countOf(building)) return undefined;
    takeIndex(building.views, file);
    return stopsOf(building.progress());
  } finally {
    await index.close();
    building.close();
    removeDatabase(file);
  }
}

function withoutIndex(projection: Projection): Projection {
  return { ...projection, handlers: projection.unindexed ?? projection.handlers };
}

function begin({ file, log, projections, onError }: FileBuild): Projector {
  return projector(createViews(freshFile(file), projections), log, projections, onError);
}

/** The same file once more, of which FTS5 remembers nothing. */
function reopened({ file, log, projections, onError }: FileBuild, stopped: Stops): Projector {
  return projector(openSqlite(freshFile(file), 'OFF'), log, projections, onError, stopped);
}

async function finish(
  building: Projector,
  { projections }: FileBuild,
  onProgress?: OnProgress,
): Promise<void> {
  await building.catchUp(onProgress);
  // What was forgotten is not in the log any more, so none of it was ever in this file.
  markWiped(building.views);
  indexViews(building.views, projections);
}

function countOf({ views }: Projector): number | undefined {
  return views.get<{ count: number }>('SELECT count(*) AS count FROM observations')?.count;
}
