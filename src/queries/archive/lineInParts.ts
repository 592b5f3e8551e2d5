import type { ArchiveLine } from '../../domain/archive/archiveLine.js';
import type { Slices } from '../inSlices.js';

/** The names of the lists in a line. */
type ListOf<Line> = {
  [K in keyof Line]-?: Line[K] extends readonly object[] | undefined ? K : never;
}[keyof Line];
type Elements<List> = List extends readonly (infer Element)[] ? Element : never;

/** An archive line without lists of texts, as it is sent. */
export function wholeLine(line: ArchiveLine): string {
  return `${JSON.stringify(line)}\n`;
}

/**
 * A line of which one list, its last member, is made while it is sent: all versions of a prompt may be longer than any text
 * can be. None where the thing was forgotten meanwhile.
 */
export async function* lineInParts<Line extends ArchiveLine, K extends ListOf<Line> & string>(
  head: Omit<Line, K>,
  list: K,
  slices: Slices<Elements<NonNullable<Line[K]>>>,
): AsyncGenerator<string> {
  let before = `${JSON.stringify(head).slice(0, -1)},"${list}":[`;
  let isEmpty = true;
  for await (const slice of slices) {
    for (const one of slice) {
      yield `${before}${JSON.stringify(one)}`;
      before = ',';
      isEmpty = false;
    }
  }
  if (!isEmpty) yield ']}\n';
}
