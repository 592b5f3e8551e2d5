import type { EventLog, NewEvent } from '../../src/log/eventLog.js';
import { redacted } from './redacted.js';

/** The session of all these notes. */
export const SESSION = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';

/** A note with a hash of its content, which need not be that: the first version saves it, the others revise it. */
export const note = (n: number, content_hash: string, version = 1): NewEvent => ({
  id: `event ${n} ${version}`,
  stream: `observation/${n}`,
  version,
  at: 1,
  meta: { actor: 'test' },
  type: version === 1 ? 'observation.saved' : 'observation.revised',
  data: {
    id: String(n),
    session_id: SESSION,
    type: 'task',
    title: redacted('t'),
    tags: [],
    content: redacted('c'),
    content_hash,
    redactions: [],
  },
});

/** Appends events to a log in one batch. */
export const append = (log: EventLog, events: readonly NewEvent[]) =>
  log.appendNext(async () => ({ events, answers: [], deduplicated: 0 }));
