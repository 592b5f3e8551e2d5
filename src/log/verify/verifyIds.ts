import { ulidTime } from '../../domain/ulidBytes.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { positionOf } from '../sqlite/readEnvelopes.js';
import type { Report } from './problem.js';
import type { EnvelopeRow } from './rehash.js';

/** Checks that no id of an event occurs twice. */
export interface IdCheck {
  /** Call it for each event, in order of position. */
  see(event: EnvelopeRow): void;
  /** Call it after the last event. */
  end(): void;
}

/**
 * An id begins with the time of its event, so only events of the same time can have the same. Those of other times are
 * few, if any: see `positionOf`.
 */
export function idCheck(log: Sql, report: Report): IdCheck {
  let time = 0;
  const together = new Set<string>();
  const strays = new Map<string, number>();
  return {
    see({ id, at, position }) {
      if (at !== time) together.clear();
      time = at;
      const own = ulidTime(id);
      if (own === undefined) report('id', position, `its id ${id} is not a ULID`);
      const isStray = own !== at;
      if (together.has(id) || (strays.size > 0 && strays.has(id)))
        report('id', position, `its id ${id} occurs twice`);
      if (isStray) strays.set(id, position);
      else together.add(id);
    },
    end() {
      for (const [id, position] of strays) {
        if ((positionOf(log, id) ?? position) !== position)
          report('id', position, `its id ${id} occurs twice`);
      }
    },
  };
}
