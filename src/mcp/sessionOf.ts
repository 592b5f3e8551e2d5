import type { Surroundings } from './surroundings.js';

/** The work session around a call; undefined when the agent does not tell which it is. */
export async function sessionOf(
  { clientRef }: Surroundings,
  _project: string,
): Promise<string | undefined> {
  return clientRef === undefined ? undefined : undefined;
}
