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
import { verifyErased, verifyMissing } from './verifyErasures.js';
import { type GuardCheck, guardCheck } from './verifyGuards.js';

/**
 * Reads every payload from disk, in order, and reports problems of the payloads, of their erasure and of the guards
 * derived from them. Returns the position of the last event.
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
  const { position, body, salt, commitment, type, schema } = row;
  if (body === null) {
    verifyMissing(log, row, report);
    // The event that redacted it may still hold its data, and then it still has a guard.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [position]);
    if (redacted) guards.see(redacted, position);
    return;
  }
  const same = salt.length === 64 && commitmentOf(salt, body) === commitment;
  if (!same) report('payload', position, 'its payload does not match its commitment');
  const known = isKnown(type, schema);
  // Of the current schema, only the members for guards are parsed. An older schema has to be upcasted as a whole.
  const read = readBody(body, known && schema === CURRENT_SCHEMA[type] ? GUARD_FIELDS : undefined);
  if (!read && same) report('body', position, 'its payload is not canonical JSON');
  if (read && known) guards.see(eventOf(row, type, read), position);
}

/** The part of the event from which guards are derived, upcasted to the current schema. */
function eventOf(row: PayloadRow, type: VaultEventType, { data, request }: Body): NewEvent {
  const { stream, version, schema } = row;
  const current = upcast(type, schema, data);
  const event = { id: '', stream, version, at: 0, meta: NOBODY, type, data: current, request };
  // The cast skips validation, as in `readEvents`: only the engine writes bodies, and the chain commits to them.
  return event as NewEvent;
}

/** A placeholder: no guard depends on the actor. */
const NOBODY = { actor: '' };
