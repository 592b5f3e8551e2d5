import { isKnown, upcast } from '../../events/upcast.js';
import { CURRENT_SCHEMA, type VaultEventType } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { GUARD_FIELDS } from '../guards.js';
import { readKept } from '../sqlite/readEvents.js';
import { assertAscending } from './assertAscending.js';
import { PAGE } from './envelopesAfter.js';
import { AT_THE_END, type Notes } from './findings.js';
import { type PayloadRow, payloadsAfter } from './payloadsAfter.js';
import type { Report } from './problem.js';
import { commitmentOf } from './rehash.js';
import { type Body, readBody } from './verifyBody.js';
import { verifyErased, verifyErasure } from './verifyErasures.js';
import { type GuardCheck, guardCheck } from './verifyGuards.js';

/**
 * Reads every payload from disk, in order, and reports what is wrong with any of them, with what was erased and
 * with the guards made from them. Gives the position of the last event.
 */
export function verifyPayloads(log: Sql, notes: Notes): number {
  const guards = guardCheck(log, notes.report);
  try {
    return walk(log, notes, guards);
  } finally {
    guards.close();
  }
}

function walk(log: Sql, { report, lookAt }: Notes, guards: GuardCheck): number {
  const read = payloadsAfter(log);
  let position = 0;
  for (;;) {
    const page = assertAscending(position, read(position, PAGE));
    if (page.length === 0) break;
    for (const row of page) {
      position = row.position;
      lookAt(position);
      verifyPayload(log, row, guards, report);
      verifyErased(log, row, report);
    }
  }
  lookAt(AT_THE_END);
  guards.end();
  return position;
}

function verifyPayload(log: Sql, row: PayloadRow, guards: GuardCheck, report: Report): void {
  const { position, body, salt, commitment, type, schema, state } = row;
  if (body === null) {
    if (state === 'erased') verifyErasure(log, row, report);
    else if (state === 'damaged')
      report('payload', position, 'what its payload was overwritten with is not whole');
    else report('erasure', position, 'its payload is missing: what is erased is overwritten');
    // What it said may still be told by the event that redacted it, and guarded.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [position]);
    if (redacted) guards.see(redacted, position, salt);
    return;
  }
  const same = salt.length === 64 && commitmentOf(salt, body) === commitment;
  if (!same) report('payload', position, 'its payload is not what it has committed to');
  const known = isKnown(type, schema);
  // Of the current shape only so much is made as guards are derived from; an older one has to be lifted first.
  const read = readBody(body, known && schema === CURRENT_SCHEMA[type] ? GUARD_FIELDS : undefined);
  if (!read && same) report('body', position, 'its payload is not canonical JSON as it is written');
  if (read && known) guards.see(eventOf(row, type, read), position, salt);
}

/** As much of the event as it was appended as guards are derived from, in the current shape of its type. */
function eventOf(row: PayloadRow, type: VaultEventType, { data, request }: Body): NewEvent {
  const { stream, version, schema } = row;
  const lifted = upcast(type, schema, data);
  const event = { id: '', stream, version, at: 0, meta: NOBODY, type, data: lifted, request };
  // As the log's own reader does: only the engine writes bodies, and the chain commits to them.
  return event as NewEvent;
}

/** No guard depends on who asked, or when. */
const NOBODY = { actor: '' };
