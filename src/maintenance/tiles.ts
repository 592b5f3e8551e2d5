import { Rejection } from '../domain/rejection.js';
import type { EventLog } from '../log/eventLog.js';
import type { logTree } from '../proof/merkleTree.js';

/** Hashes in a full tile, and entries in a full bundle (https://c2sp.org/tlog-tiles). */
const WIDTH = 256;

/** The highest level that is served: a tile of it covers more events than a log can have. */
const HIGHEST = 5;

/** A tile or a bundle by its place: `width` is that of a partial one, 1 to 255, and 256 for a full one. */
export interface TilePlace {
  /** The tile of its level, counted from 0. */
  readonly index: number;
  readonly width: number;
}

/** The tree of a log in parts that never change, as standard monitors read it. */
export interface Tiles {
  /** Hashes of a level, 32 bytes each. Throws `not_found` for a tile that the log has not reached. */
  hashes(level: number, place: TilePlace): Promise<Buffer>;
  /** Canonical envelopes, each after its length in two bytes. Throws `not_found` likewise. */
  entries(place: TilePlace): Promise<Buffer>;
}

/**
 * The tiles of a log. One of level 0, or a bundle, reads its 256 events; one of level n reads those that it covers when it is asked
 * for first, 64 in a turn of the event loop, and afterwards what `tree` has kept.
 */
export function tiles(
  log: Pick<EventLog, 'head' | 'readLeafData'>,
  tree: Pick<ReturnType<typeof logTree>, 'row'>,
): Tiles {
  async function assertThere(level: number, { index, width }: TilePlace): Promise<void> {
    const { position } = await log.head();
    const covers = WIDTH ** Math.min(level, HIGHEST);
    if (level <= HIGHEST && (index * WIDTH + width) * covers <= position) return;
    throw new Rejection('not_found', `the log has ${position} events, too few for this tile`);
  }
  return {
    async hashes(level, place) {
      await assertThere(level, place);
      const { index, width } = place;
      return Buffer.concat(await tree.row(WIDTH ** level, index * WIDTH, width));
    },
    async entries(place) {
      await assertThere(0, place);
      const data = await log.readLeafData(place.index * WIDTH, place.width);
      return Buffer.concat(data.flatMap(withLength));
    },
  };
}

function withLength(text: string): readonly Buffer[] {
  const entry = Buffer.from(text);
  const length = Buffer.alloc(2);
  // Throws for more than 65,535 bytes. No envelope is near that: it holds ids and no text.
  length.writeUInt16BE(entry.length);
  return [length, entry];
}
