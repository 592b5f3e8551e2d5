import { unreachable } from '../../domain/unreachable.js';
import { isKnown, upcast } from '../../events/upcast.js';
import type { VaultEventType } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { readKept } from '../sqlite/readEvents.js';
import type { EventRow } from './allEvents.js';
import type { Report } from './problem.js';
import { type Body, readBody } from './readBody.js';
import { commitmentOf } from './rehash.js';
import { verifyErased, verifyErasure } from './verifyErasures.js';
import type { GuardCheck } from './verifyGuards.js';

/**
 * Reports what is wrong with the payload of an event, with what the event erased, and with the guards made from it.
 * Events have to be shown in order of position.
 */
export function verifyPayload(log: Sql, row: EventRow, guards: GuardCheck, report: Report): void {
  if (row.body === null) {
    verifyGone(log, row, report);
    // The event that redacted it may still hold its data, and then it still has a guard.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [row.position]);
    if (redacted) guards.see(redacted, row.position);
  } else verifyBody(row, row.body, guards, report);
  verifyErased(log, row, report);
}

function verifyGone(log: Sql, row: EventRow, report: Report): void {
  const { position, state } = row;
  switch (state) {
    case 'kept':
      return;
    case 'erased':
      verifyErasure(log, row, report);
      return;
    case 'damaged':
      report('payload', position, 'its payload was not overwritten as a whole');
      return;
    default:
      unreachable(state);
  }
}

function verifyBody(row: EventRow, text: string, guards: GuardCheck, report: Report): void {
  const { position, salt, commitment, type, schema } = row;
  const matches = salt.length === 64 && commitmentOf(salt, text) === commitment;
  if (!matches) report('payload', position, 'its payload does not match its commitment');
  const body = readBody(text);
  if (!body && matches) report('body', position, 'its payload is not canonical JSON');
  if (body && isKnown(type, schema)) guards.see(eventOf(row, type, body), position);
}

/** The part of the event from which guards are derived, upcasted to the current schema. */
function eventOf(row: EventRow, type: VaultEventType, { data, request }: Body): NewEvent {
  const { stream, version, schema } = row;
  const current = upcast(type, schema, data);
  const event = { id: '', stream, version, at: 0, meta: NOBODY, type, data: current, request };
  // The cast skips validation, as in `readEvents`: only the engine writes bodies, and the chain commits to them.
  return event as NewEvent;
}

/** A placeholder: no guard depends on the actor. */
const NOBODY = { actor: '' };
