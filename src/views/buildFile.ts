import type { LogReads } from '../log/eventLog.js';
import type { Projection } from '../projections/projection.js';
import { removeDatabase } from '../sqlite/databaseFiles.js';
import { type Stops, stopsOf } from './applyEvents.js';
import { type BuildIndex, copySearchIndex } from './buildIndex.js';
import { freshFile, indexFile, removeBuild } from './databaseFile.js';
import { type OnProgress, type Projector, projector } from './projector.js';
import { createViews, indexViews, openViewsFile } from './viewsFile.js';
import { markWiped } from './wipeViews.js';

/** Which read models to build, from which log, and how. */
export interface FileBuild {
  /** The file of the read models; it may not exist yet. */
  readonly file: string;
  readonly log: LogReads;
  readonly projections: readonly Projection[];
  /** Called when a projection stopped or the file could not be written. */
  readonly onError: (error: unknown) => void;
  readonly onProgress?: OnProgress | undefined;
  /** Builds the search index from the rows while they are still being written. By default rows and index are built together. */
  readonly buildIndex?: BuildIndex | undefined;
}

/**
 * Builds read models from the whole log in the fresh file next to `file`, and returns them open. An interrupted build
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
  const building = await begin(build);
  await finish(building, build, build.onProgress);
  return building;
}

/**
 * Builds the rows here and their search index with `buildIndex`. Returns undefined when that index cannot be used: a
 * row that cannot be indexed has to stop its projection, and only a build of both together notices that.
 */
async function buildInTwo(build: FileBuild, buildIndex: BuildIndex): Promise<Stops | undefined> {
  const projections = build.projections.map(withoutIndex);
  const building = await begin({ ...build, projections });
  const file = indexFile(build.file);
  const index = buildIndex({ rows: freshFile(build.file), file });
  try {
    await finish(building, { ...build, projections }, (done, total) => {
      index.reach(done);
      build.onProgress?.(done, total);
    });
    const indexed = await index.finish().catch(() => undefined);
    // No row is removed after it was indexed: what was forgotten is not in the log any more, so it never had a row.
    if (indexed !== countOf(building)) return undefined;
    copySearchIndex(building.views, file);
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

async function begin({ file, log, projections, onError }: FileBuild): Promise<Projector> {
  const { position } = await log.head();
  return projector(createViews(freshFile(file), projections, position), log, projections, onError);
}

/** Opens the same file again: FTS5 remembers nothing of the index that was copied over. */
function reopened({ file, log, projections, onError }: FileBuild, stopped: Stops): Projector {
  return projector(openViewsFile(freshFile(file), 'OFF'), log, projections, onError, stopped);
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
