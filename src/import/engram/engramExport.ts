import type { PeerRow } from '../eachRow.js';
import { jsonElements } from '../jsonElements.js';
import type { Source } from '../sourceRow.js';
import { wrongFile } from '../wrongFile.js';
import { type EngramTable, engramRows } from './engramRows.js';

/** What the export calls each table. */
const KEYS: Readonly<Record<EngramTable, string>> = {
  sessions: 'sessions',
  observations: 'observations',
  user_prompts: 'prompts',
};

/**
 * What `engram export` wrote (formats 0.1 and 0.2): one JSON object with three arrays. It is read once for each, so that only one
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
    rows: () => engramRows((table) => elements(file, table)),
    close: () => {},
  };
}

/** The `version` of an export; undefined when there are neither notes nor sessions in it. */
async function versionOf(file: string): Promise<string | undefined> {
  let version: string | undefined;
  let isExport = false;
  for await (const { key, kind, text } of jsonElements(file)) {
    if (kind === 'value' && key === 'version') version = String(JSON.parse(text));
    isExport ||= key === 'observations' || key === 'sessions';
    if (isExport && version !== undefined) return version;
  }
  return undefined;
}

async function* elements(file: string, table: EngramTable): AsyncGenerator<PeerRow> {
  let position = 0;
  let isThere = false;
  for await (const { key, kind, text } of jsonElements(file)) {
    // A key comes once: after its array there is nothing more to read.
    if (key !== KEYS[table] && isThere) return;
    isThere ||= key === KEYS[table];
    if (key !== KEYS[table] || kind !== 'element') continue;
    position++;
    yield rowOf(table, position, text);
  }
}

function rowOf(table: EngramTable, position: number, text: string): PeerRow {
  try {
    const cells: unknown = JSON.parse(text);
    if (typeof cells !== 'object' || cells === null || Array.isArray(cells))
      return { row: `${table}, element ${position}`, damage: 'it is no object' };
    // Any object has string keys and unknown values.
    const named = cells as Record<string, unknown>;
    const name = named.id === undefined ? `, element ${position}` : ` ${String(named.id)}`;
    return { row: `${table}${name.slice(0, 80)}`, cells: named };
  } catch (error) {
    return { row: `${table}, element ${position}`, damage: `it is no JSON: ${String(error)}` };
  }
}
