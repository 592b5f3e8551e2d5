import { nearestName } from '../domain/editDistance.js';
import {
  type ColumnUse,
  FIELD_NAMES,
  FIELDS,
  type Field,
  SEVERAL,
} from '../domain/importing/tableFields.js';
import { visibleLine } from '../domain/untrustedText.js';

/** Texts `field=column` that cannot be: `problems` has a line about each, which is safe to show. */
export class WrongMap extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('; '));
  }
}

/**
 * What becomes of each column of a table: what `map` says (texts such as `created_at=at` or `title=Summary,tags=`, where a field
 * without a column takes none), and for the other fields what the names of the columns say; sorted by these. Throws `WrongMap`.
 */
export function mappingOf(
  columns: readonly string[],
  map: readonly string[] = [],
): readonly ColumnUse[] {
  const said = saidColumns(columns, map);
  // NDJSON may name them in another order in each file.
  const sorted = [...columns].sort();
  const uses = new Map<string, ColumnUse>();
  const plain = new Map(sorted.map((column) => [column, plainName(column)]));
  for (const [field, named] of said)
    for (const column of named) uses.set(column, { column, becomes: field, isSaid: true });
  for (const field of FIELD_NAMES) {
    const named = said.get(field);
    const isEmptied = named?.length === 0;
    const isSettled = field === 'left_out' ? isEmptied : named !== undefined && !isEmptied;
    if (isSettled) continue;
    // What an emptied field would take is not wanted as tags, either.
    const becomes = isEmptied ? 'left_out' : field;
    for (const column of guessed(field, plain, uses))
      uses.set(column, { column, becomes, isSaid: isEmptied });
  }
  return sorted.map((column) => uses.get(column) ?? { column, becomes: 'tag', isSaid: false });
}

/**
 * The columns without a use whose names are those of a field; one of them, unless the field takes several. `columns` are all of them,
 * with their plain names.
 */
function guessed(
  field: Field,
  columns: ReadonlyMap<string, string>,
  uses: ReadonlyMap<string, ColumnUse>,
): readonly string[] {
  const unused = [...columns].filter(([column]) => !uses.has(column));
  const found = FIELDS[field]
    .split(' ')
    .flatMap((name) => unused.filter(([, plain]) => plain === name).map(([column]) => column));
  return SEVERAL.includes(field) ? found : found.slice(0, 1);
}

/** A name without what people write in different ways: case, `_`, `-` and blanks. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/g, '');
}

/** The columns that `map` names for each field; none for a field that is to be left out. */
function saidColumns(
  columns: readonly string[],
  map: readonly string[],
): ReadonlyMap<Field, readonly string[]> {
  const said = new Map<Field, readonly string[]>();
  const problems: string[] = [];
  // The name of a column may have a comma, too.
  for (const part of map.flatMap((text) => text.split(/,(?=[^,=]*=)/))) {
    const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(part) ?? [];
    const field = fieldNamed(name);
    if (field === undefined) {
      problems.push(noField(part));
      continue;
    }
    const before = said.get(field);
    const found = column.trim() === '' ? undefined : columnNamed(column.trim(), columns);
    if (column.trim() === '') said.set(field, before ?? []);
    else if (found === undefined) problems.push(noColumn(column.trim(), columns));
    else if ([...said.values()].flat().includes(found))
      problems.push(`the column ${shown(found)} is named twice`);
    else if (before !== undefined && !SEVERAL.includes(field))
      problems.push(`${field} can have one column only: name it once`);
    else said.set(field, [...(before ?? []), found]);
  }
  if (problems.length > 0) throw new WrongMap(problems);
  return said;
}

/** The field of that name, or of a name that its columns usually have. */
function fieldNamed(name: string): Field | undefined {
  const plain = plainName(name);
  if (plain === '') return undefined;
  return (
    FIELD_NAMES.find((field) => plainName(field) === plain) ??
    FIELD_NAMES.find((field) => FIELDS[field].split(' ').includes(plain))
  );
}

function columnNamed(name: string, columns: readonly string[]): string | undefined {
  const plain = plainName(name);
  return columns.find((one) => one === name) ?? columns.find((one) => plainName(one) === plain);
}

function noField(part: string): string {
  const [name = ''] = part.split('=', 1);
  const all = `the fields are ${FIELD_NAMES.join(', ')}`;
  if (!part.includes('=')) return `"${shown(part)}" is not of the form FIELD=COLUMN: ${all}`;
  return `there is no field "${shown(name)}": ${meant(name, FIELD_NAMES)}${all}`;
}

const noColumn = (name: string, columns: readonly string[]) =>
  `there is no column "${shown(name)}": ${meant(name, columns)}the columns are ${columnList(columns)}`;

function meant(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? '' : `did you mean ${shown(nearest)}? `;
}

/** The most columns that a message names. */
const MOST_NAMED = 30;

/** The names of columns as a message lists them. */
export function columnList(columns: readonly string[]): string {
  const more = columns.length - MOST_NAMED;
  const named = columns.slice(0, MOST_NAMED).map(shown).join(', ');
  return more > 0 ? `${named} and ${more} more` : named;
}

const shown = (name: string) => visibleLine(name.slice(0, 80));
