import { type PeerCells, type PeerRow, textOf, unusedRows } from './peerRows.js';
import { type SourceRow, UnreadableRow } from './sourceRow.js';

/** A note takes the place of one other: what it says of more is left out. */
interface Replacements {
  /** The note whose place one takes, by the key of the newer one. */
  readonly older: ReadonlyMap<string, string>;
  /** Relations that cannot be taken, with the reason. */
  readonly leftOut: readonly SourceRow[];
}

/**
 * Reads the relations of two notes of engram or Korva. One that says that its source takes the place of its target is taken, if
 * somebody has judged that it is so.
 */
export async function replacementsIn(relations: AsyncIterable<PeerRow>): Promise<Replacements> {
  const older = new Map<string, string>();
  const leftOut = await unusedRows(relations, (cells) => {
    const [source, target] = pairOf(cells);
    const other = older.get(source);
    if (other !== undefined && other !== target)
      throw new UnreadableRow('its note already replaces another one');
    older.set(source, target);
  });
  return { older, leftOut };
}

function pairOf(cells: PeerCells): readonly [source: string, target: string] {
  const relation = textOf(cells, 'relation') ?? 'pending';
  const isJudged = (textOf(cells, 'judgment_status') ?? 'judged') === 'judged';
  const isConfirmed = (textOf(cells, 'status') ?? 'confirmed') === 'confirmed';
  if (relation === 'pending' || !isJudged || !isConfirmed)
    throw new UnreadableRow('a relation that nobody has confirmed');
  if (relation !== 'supersedes')
    throw new UnreadableRow(
      `a relation "${relation.slice(0, 40)}" of two notes, which a vault does not have`,
    );
  const [source, target] = [textOf(cells, 'source_id'), textOf(cells, 'target_id')];
  if (source === undefined || target === undefined)
    throw new UnreadableRow('a relation without one of its notes');
  return [source, target];
}

/**
 * The ids in the vault of the notes that others take the place of, by their keys. `nameOf` gives the keys and the id of a row;
 * undefined for one that is not taken. Nothing is read where nothing is replaced.
 */
export async function replacedIds(
  older: ReadonlyMap<string, string>,
  rows: () => AsyncIterable<PeerRow>,
  nameOf: (
    cells: PeerCells,
  ) => { readonly keys: readonly string[]; readonly id: string } | undefined,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  if (older.size === 0) return ids;
  const wanted = new Set(older.values());
  // A row without an id is said where its note is read.
  await unusedRows(rows(), (cells) => {
    const named = nameOf(cells);
    for (const key of named?.keys ?? []) if (wanted.has(key)) ids.set(key, named?.id ?? '');
  });
  return ids;
}
