import type { ColumnUse } from '../../../src/domain/importing/tableFields.js';

/** What somebody chose for columns, by their names. */
export type Chosen = ReadonlyMap<string, ColumnUse['becomes']>;

/**
 * The texts `field=column` of `--map` that make of a guessed mapping what somebody chose. They say all of each field that the choice
 * concerns: one that no column is taken for any more is left out.
 */
export function mapOf(guessed: readonly ColumnUse[], chosen: Chosen): readonly string[] {
  const now = guessed.map(({ column, becomes }) => ({
    column,
    becomes: chosen.get(column) ?? becomes,
    was: becomes,
  }));
  const changed = now.filter(({ becomes, was }) => becomes !== was);
  const fields = new Set(changed.flatMap(({ becomes, was }) => [becomes, was]));
  return [...fields].flatMap((field) => {
    if (field === 'tag') return [];
    // Those that are left out because of their names are so without a word.
    const from = field === 'left_out' ? changed : now;
    const columns = from.filter(({ becomes }) => becomes === field);
    if (columns.length > 0) return columns.map(({ column }) => `${field}=${column}`);
    return field === 'left_out' ? [] : [`${field}=`];
  });
}
