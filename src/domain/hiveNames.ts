import { z } from 'zod';
import { text } from './fields.js';

/** The name of a vault among others: 32 hex characters. */
export const Instance = z
  .string()
  .regex(/^[0-9a-f]{32}$/, 'must be 32 hex characters')
  .meta({
    id: 'Instance',
    description:
      'Identifies the sending vault: 32 hex characters, derived from the first event of its log.',
  });

/** A name as members of a hive send it by default: see `hashedNames`. */
const HASHED = /^hive-[0-9a-f]{32}$/;

const PLAIN = 'hive:';

/** The name of a project, team or author in a message of another vault: a stored name with room for what is added here. */
export const NameFromHive = text(1, 4 * 200 - PLAIN.length);

/**
 * The form in which a hub stores a name that another vault sent: a hash stays as it is, a plain name gets `hive:` in front,
 * so that the hub's own project `checkout` and the `checkout` of the hive are two.
 */
export function receivedName(name: string): string {
  return HASHED.test(name) ? name : `${PLAIN}${name}`;
}

/** The same for each name that is given. */
export function receivedNames<K extends string>(
  names: Readonly<Record<K, string | undefined>>,
): Readonly<Record<K, string | undefined>> {
  const received: Record<K, string | undefined> = { ...names };
  for (const of in names) {
    if (names[of] !== undefined) received[of] = receivedName(names[of]);
  }
  return received;
}

/** The name as the other vault sent it. */
export function sentName(received: string): string {
  return received.startsWith(PLAIN) ? received.slice(PLAIN.length) : received;
}
