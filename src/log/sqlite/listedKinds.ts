import { isKnown } from '../../events/upcast.js';
import type { Sql } from '../../sqlite/sqlite.js';
import type { Envelope } from '../chain.js';
import { unknownKind } from './readEvents.js';

type Kind = Pick<Envelope, 'type' | 'schema'>;

/** The table of the kinds of events that a log holds. A release that does not know one of them refuses the log at the door. */
export interface ListedKinds {
  /** Lists the kind of an event, inside the transaction that writes it. */
  list(kind: Kind): void;
  /** To be called when such a transaction failed: then nothing that it listed is there. */
  forget(): void;
}

/** The kinds of a log. Throws when this release does not know one. */
export function listedKinds(sql: Sql): ListedKinds {
  const listed = new Set<string>();
  for (const { type, schema } of sql.all<Kind>('SELECT type, schema FROM kinds')) {
    if (!isKnown(type, schema)) throw unknownKind(type, schema);
    listed.add(`${type} ${schema}`);
  }
  return {
    list({ type, schema }) {
      const kind = `${type} ${schema}`;
      if (listed.has(kind)) return;
      sql.run('INSERT OR IGNORE INTO kinds VALUES (?, ?)', [type, schema]);
      listed.add(kind);
    },
    forget: () => listed.clear(),
  };
}
