import { isKnown, upcast } from '../../events/upcast.js';
import type { VaultEventType } from '../../events/vaultEvent.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { NewEvent } from '../eventLog.js';
import { readKept } from '../sqlite/readEvents.js';
import type { EventRow } from './allEvents.js';
import type { Report } from './problem.js';
import { type Body, readBody } from './readBody.js';
import { commitmentOf } from './rehash.js';
import { verifyErased, verifyMissing } from './verifyErasures.js';
import type { GuardCheck } from './verifyGuards.js';

/**
 * Reports what is wrong with the payload of an event, with what the event erased, and with the guards made from it.
 * Events have to be shown in order of position.
 */
export function verifyPayload(log: Sql, row: EventRow, guards: GuardCheck, report: Report): void {
  if (row.body === null) {
    verifyMissing(log, row, report);
    // What it said may still be told by the event that redacted it, and guarded.
    const [redacted] = readKept(log, 'WHERE events.position = ?', [row.position]);
    if (redacted) guards.see(redacted, row.position);
  } else verifyBody(row, row.body, guards, report);
  verifyErased(log, row, report);
}

function verifyBody(row: EventRow, text: string, guards: GuardCheck, report: Report): void {
  const { position, salt, commitment, type, schema } = row;
  const same = salt.length === 64 && commitmentOf(salt, text) === commitment;
  if (!same) report('payload', position, 'its payload is not what it has committed to');
  const body = readBody(text);
  if (!body && same) report('body', position, 'its payload is not canonical JSON as it is written');
  if (body && isKnown(type, schema)) guards.see(eventOf(row, type, body), position);
}

/** The event as it was appended, in the current shape of its type, as far as guards are derived from it. */
function eventOf(row: EventRow, type: VaultEventType, { data, request }: Body): NewEvent {
  const { stream, version, schema } = row;
  const lifted = upcast(type, schema, data);
  const event = { id: '', stream, version, at: 0, meta: NOBODY, type, data: lifted, request };
  // As the log's own reader does: only the engine writes bodies, and the chain commits to them.
  return event as NewEvent;
}

/** No guard depends on who asked, or when. */
const NOBODY = { actor: '' };
