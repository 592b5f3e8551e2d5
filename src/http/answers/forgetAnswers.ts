import { z } from 'zod';
import type { Call, Route } from '../route.js';
import { LOG_POSITION } from './successAnswers.js';

/**
 * How long an answer waits for the wiping of files before it says `pending`, unless the request says how long, in ms:
 * enough for 100,000 notes, for which the read models take some four seconds to be written again.
 */
export const WIPE_WAIT_MS = 10_000;

const Pending = z.object({ status: z.literal('pending') }).meta({ id: 'ForgettingPending' });

/** What routes have in common that forget something, and answer as `answerForgotten` does. */
export const FORGETS: Pick<Route, 'waitsForWipe' | 'answers'> = {
  waitsForWipe: true,
  answers: {
    204: { description: 'Forgotten, and wiped from every file.', headers: LOG_POSITION },
    202: {
      description:
        'Forgotten: no answer shows it any more. It is wiped from every file as soon as possible. `Prefer: wait` says ' +
        'how long to wait for 204.',
      content: Pending,
      example: { status: 'pending' },
      headers: LOG_POSITION,
    },
  },
};

/** Answers 204 when the payloads that event `position` erased are wiped from the files; 202 when that takes too long. */
export async function answerForgotten(
  { vault, upkeep, request, reply }: Pick<Call, 'vault' | 'upkeep' | 'request' | 'reply'>,
  position: number,
): Promise<z.infer<typeof Pending> | undefined> {
  const isWiped = await waitForWipe({ vault, upkeep, request }, position);
  reply.code(isWiped ? 204 : 202);
  return isWiped ? undefined : { status: 'pending' };
}

/** True when what event `position` erased is wiped from the files; false when that takes longer than the caller waits. */
export function waitForWipe(
  { vault, upkeep, request }: Pick<Call, 'vault' | 'upkeep' | 'request'>,
  position: number,
): Promise<boolean> {
  const ms = preferredWait(request.headers.prefer) ?? WIPE_WAIT_MS;
  return upkeep.wiper.wipe(position, ms, vault.stopping);
}

/** Seconds that a caller may ask an answer to wait. */
export const MAX_WAIT_S = 60;

/**
 * How long the caller wants to wait for the work to be done, in ms, by the header `Prefer` (RFC 7240): `wait=N` in
 * seconds, at most `MAX_WAIT_S`, or `respond-async`, which is not at all. Undefined when it says neither. As the RFC
 * demands, what is unknown or malformed is ignored, and of one preference given twice the first counts.
 */
export function preferredWait(header: string | string[] | undefined): number | undefined {
  const preferences = [header ?? []].flat().join(',').toLowerCase().split(',');
  for (const preference of preferences) {
    const name = preference.trim();
    if (name === 'respond-async') return 0;
    const [, seconds] = /^wait ?= ?"?(\d{1,9})"?$/.exec(name) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), MAX_WAIT_S) * 1000;
  }
  return undefined;
}
