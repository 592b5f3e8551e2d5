import { inTurn, type PeerRow } from '../eachRow.js';
import { jsonElements } from '../jsonElements.js';
import { jsonObject } from '../jsonObject.js';
import type { Source, SourceRow } from '../sourceRow.js';
import { wrongFile } from '../wrongFile.js';
import { type EngramTable, engramRows } from './engramRows.js';

/** What the export calls each table. */
const KEYS: Readonly<Record<EngramTable, string>> = {
  sessions: 'sessions',
  observations: 'observations',
  user_prompts: 'prompts',
  memory_relations: 'relations',
};

/**
 * What `engram export` wrote (formats 0.1 and 0.2): one JSON object with an array for each table. It is read once for each, so that only one
 * element is held at a time. Throws a `Diagnostic` for other JSON.
 */
export async function engramExport(file: string): Promise<Source> {
  const version = await versionOf(file);
  if (version === undefined) throw wrongFile(file, 'an export of engram', 'it is other JSON');
  if (!/^0\.[12]\b/.test(version)) {
    const found = `its format is ${version.slice(0, 20)}, and only 0.1 and 0.2 are known`;
    throw wrongFile(file, 'an export of engram that this release reads', found);
  }
  return {
    name: 'engram',
    rows: () =>
      inTurn(
        engramRows((table) => elements(file, table)),
        unknownElements(file),
      ),
    close: () => {},
  };
}

/** The `version` of an export; undefined when there are neither notes nor sessions in it. */
async function versionOf(file: string): Promise<string | undefined> {
  let version: string | undefined;
  let isExport = false;
  for await (const { key, kind, text } of jsonElements(file)) {
    if (kind === 'value' && key === 'version') version = textOf(text);
    isExport ||= key === 'observations' || key === 'sessions';
    if (isExport && version !== undefined) return version;
  }
  return undefined;
}

/** What a JSON value says as a text; of what is damaged, what stands there. */
function textOf(json: string): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}

async function* elements(file: string, table: EngramTable): AsyncGenerator<PeerRow> {
  let position = 0;
  for await (const { key, kind, text } of jsonElements(file)) {
    if (key !== KEYS[table] || (kind !== 'element' && kind !== 'damage')) continue;
    position++;
    if (kind === 'damage') yield { row: `${table}, element ${position}`, damage: text };
    else yield rowOf(table, position, text);
  }
}

/** The elements of arrays that no known format has. */
async function* unknownElements(file: string): AsyncGenerator<SourceRow> {
  const known = Object.values(KEYS);
  let position = 0;
  for await (const { key, kind } of jsonElements(file)) {
    if (kind !== 'element' || known.includes(key)) continue;
    position++;
    yield {
      row: `${key.slice(0, 80)}, element ${position}`,
      skipped: 'in a list that a vault does not know',
    };
  }
}

function rowOf(table: EngramTable, position: number, text: string): PeerRow {
  const cells = jsonObject(text);
  if (!cells) return { row: `${table}, element ${position}`, damage: 'it is no JSON object' };
  const name = cells.id === undefined ? `, element ${position}` : ` ${String(cells.id)}`;
  return { row: `${table}${name.slice(0, 80)}`, cells };
}
