import { join } from 'node:path';
import { readSmallFile } from '../../connect/readSmallFile.js';
import { membersOf, tryParse } from '../../domain/json.js';
import { openSqliteReader } from '../../sqlite/sqlite.js';
import { type Said, type Transcript, UNREAD } from '../transcript.js';
import { type OpenCodePart, type OpenCodeSession, openCodeSaid } from './openCode.js';
import { textIn, timeIn } from './parts.js';
import { fileIn, namesIn } from './storedFiles.js';

/** Longer pieces, such as pictures, are not read. In bytes. */
const LONGEST = 16 * 1024 * 1024;

const SESSIONS = `SELECT s.id, s.directory, s.parent_id AS parent, s.time_updated AS modified,
    (SELECT coalesce(sum(octet_length(p.data)), 0) FROM part p WHERE p.session_id = s.id) AS bytes
  FROM session s ORDER BY s.time_created, s.id`;

const cell = (column: string) =>
  `CASE WHEN octet_length(${column}) > ${LONGEST} THEN NULL ELSE ${column} END`;

const PARTS = `SELECT p.id, ${cell('m.data')} AS message, ${cell('p.data')} AS part
  FROM message m JOIN part p ON p.message_id = m.id
  WHERE m.session_id = ? ORDER BY m.time_created, m.id, p.id`;

interface SessionRow {
  readonly id: string;
  readonly directory: string | null;
  readonly parent: string | null;
  readonly modified: unknown;
  readonly bytes: number;
}

/** The conversations in a database of OpenCode, also while it runs. Throws what SQLite says of another file. */
export function openCodeDatabase(file: string): readonly Transcript[] {
  const sql = openSqliteReader(file);
  try {
    sql.db.pragma('trusted_schema = OFF');
    return sql.all<SessionRow>(SESSIONS).map(({ id, directory, parent, modified, bytes }) => {
      const session = { id, directory: directory ?? undefined, parent: parent ?? undefined };
      const place = `${file} ${id}`;
      const said = () => saidInDatabase(file, session);
      return { agent: 'opencode' as const, place, bytes, modified: timeIn(modified), said };
    });
  } finally {
    sql.db.close();
  }
}

async function* saidInDatabase(file: string, session: OpenCodeSession): AsyncGenerator<Said> {
  const sql = openSqliteReader(file);
  try {
    sql.db.pragma('trusted_schema = OFF');
    yield* openCodeSaid(session, sql.each<OpenCodePart>(PARTS, [session.id]));
  } finally {
    sql.db.close();
  }
}

/**
 * The conversations that OpenCode keeps in files, as it did before it had a database: `session/PROJECT/ID.json`,
 * `message/SESSION/ID.json` and `part/MESSAGE/ID.json` below `storage`. Its ids are in the order of time.
 */
export function openCodeFiles(storage: string): readonly Transcript[] {
  const folders = namesIn(join(storage, 'session'));
  return folders.flatMap((folder) =>
    jsonNames(join(storage, 'session', folder)).flatMap((id) => {
      const place = join(storage, 'session', folder, `${id}.json`);
      const found = fileIn(place);
      if (found === undefined) return [];
      const said = () => saidInFiles(storage, id, readSmallFile(place));
      return [{ agent: 'opencode' as const, place, ...found, said }];
    }),
  );
}

async function* saidInFiles(
  storage: string,
  id: string,
  described: string | undefined,
): AsyncGenerator<Said> {
  const { directory, parentID } = membersOf(tryParse(described ?? ''));
  if (described === undefined) yield UNREAD;
  const session = { id, directory: textIn(directory), parent: textIn(parentID) };
  yield* openCodeSaid(session, partsInFiles(storage, id));
}

function* partsInFiles(storage: string, session: string): Generator<OpenCodePart> {
  for (const id of jsonNames(join(storage, 'message', session))) {
    const message = readSmallFile(join(storage, 'message', session, `${id}.json`)) ?? null;
    for (const part of jsonNames(join(storage, 'part', id))) {
      const text = readSmallFile(join(storage, 'part', id, `${part}.json`)) ?? null;
      yield { id: part, message, part: text };
    }
  }
}

/** The names of the JSON files in a folder without their end. */
const jsonNames = (folder: string) =>
  namesIn(folder, '.json').map((name) => name.slice(0, -'.json'.length));
