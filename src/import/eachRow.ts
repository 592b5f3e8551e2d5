import type { PeerCells } from './peerCells.js';
import { rowOrReason } from './rowOrReason.js';
import type { SourceRow } from './sourceRow.js';

/** A row of a peer, or why there is none in its place. `row` says where it lies. */
export type PeerRow =
  | { readonly row: string; readonly cells: PeerCells }
  | { readonly row: string; readonly damage: string };

/** Makes lines of rows. One that cannot be read is skipped, and says why. */
export async function* eachRow(
  rows: AsyncIterable<PeerRow>,
  lineOf: (cells: PeerCells, row: string) => SourceRow,
): AsyncGenerator<SourceRow> {
  for await (const found of rows) {
    if ('damage' in found) yield { row: found.row, skipped: found.damage };
    else yield rowOrReason(found.row, () => lineOf(found.cells, found.row));
  }
}

/** All rows, with one reason why none of them can be taken. */
export async function* skipAll(
  rows: AsyncIterable<PeerRow>,
  reason: string,
): AsyncGenerator<SourceRow> {
  for await (const { row } of rows) yield { row, skipped: reason };
}

/** The rows of one after those of another. */
export async function* inTurn(
  ...parts: readonly AsyncIterable<SourceRow>[]
): AsyncGenerator<SourceRow> {
  for (const part of parts) yield* part;
}
