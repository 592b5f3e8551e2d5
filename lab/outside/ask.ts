import { z } from 'zod';

/** The key of every vault that the fault runs make. */
export const ADMIN_KEY = 'the-key-of-a-vault-with-faults';

/** Longer than the service lets a caller wait, in milliseconds; later counts as no answer. */
const LONGEST_MS = 15_000;

export interface Answered {
  readonly status: number;
  readonly text: string;
}

/** Asks a vault as its owner. Undefined when there is no answer within `most` milliseconds, or no process any more. */
export async function ask(
  url: string,
  method: string,
  path: string,
  body?: object,
  most = LONGEST_MS,
): Promise<Answered | undefined> {
  const headers = { 'x-admin-key': ADMIN_KEY, ...(body && { 'content-type': 'application/json' }) };
  const signal = AbortSignal.timeout(most);
  try {
    const sent = body ? JSON.stringify(body) : null;
    const response = await fetch(url + path, { method, headers, signal, body: sent });
    return { status: response.status, text: await response.text() };
  } catch {
    return undefined;
  }
}

const Ready = z.object({ status: z.string(), checks: z.record(z.string(), z.string()) });

/** What /readyz says, in a few words: the status, and the parts that are not well. */
export async function readyz(url: string): Promise<string> {
  const answer = await ask(url, 'GET', '/readyz');
  if (!answer) return 'no answer';
  const read = Ready.safeParse(JSON.parse(answer.text || 'null'));
  if (!read.success) return String(answer.status);
  const troubles = Object.entries(read.data.checks).filter(
    ([, state]) => state !== 'ok' && state !== 'disabled',
  );
  return [
    answer.status,
    // The first part is enough: all read models are behind together.
    ...troubles.map(([part, state]) => `${part} ${state.split(';')[0]}`),
  ].join(' ');
}
