import type { Sql } from '../../sqlite/sqlite.js';
import { shownMetaJson } from '../sqlite/storedMeta.js';
import { inText, shownId, shownStream } from '../sqlite/storedNames.js';
import type { EnvelopeRow } from './rehash.js';

/** Number of events that are read at once by a walk through the whole log. */
export const PAGE = 1000;

/** The columns of an envelope, in the order of `ENVELOPE_COLUMNS`. */
export type EnvelopeColumns = readonly [
  position: number,
  id: string,
  stream: string,
  version: number,
  type: string,
  schema: number,
  at: number,
  actor: string,
  request: string | null,
  run: string | null,
  commitment: string,
  hash: string,
];

export const ENVELOPE_COLUMNS = `position, ${inText('id')}, ${inText('stream')}, version, type, schema, at,
    actor, ${inText('request')}, ${inText('run')}, lower(hex(commitment)), lower(hex(hash))`;

const SELECT = `SELECT ${ENVELOPE_COLUMNS} FROM events WHERE position > ? ORDER BY position LIMIT ?`;

/** Reads the envelopes of at most `limit` events after a position, in order. */
export function envelopesAfter(log: Sql): (position: number, limit: number) => EnvelopeRow[] {
  // `raw`, because the binding takes twice as long to create objects as to create arrays.
  const statement = log.db
    .prepare<[position: number, limit: number], EnvelopeColumns>(SELECT)
    .raw();
  return (position, limit) => statement.all(position, limit).map(envelopeRow);
}

/** An envelope from its columns; there may be others after them. */
export function envelopeRow(columns: readonly [...EnvelopeColumns, ...unknown[]]): EnvelopeRow {
  const [position, id, stream, version, type, schema, at, ...rest] = columns;
  const [actor, request, run, commitment, hash] = rest;
  const names = { id: shownId(id), stream: shownStream(stream) };
  const meta = shownMetaJson({ actor, request, run });
  return { position, ...names, version, type, schema, at, meta, commitment, hash };
}
