import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { adminActs } from '../events/adminAct.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** What somebody does, and what it is asked for with. */
export interface Act {
  readonly act: string;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Records that somebody administered the vault, where that writes no event of its own. */
export const recordAct = command({
  name: 'recordAct',
  redact: redactedAct,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, input) => [{ type: 'admin.acted', data: input }],
});

/** An act as the log may keep it. */
export async function redactedAct({ act, detail = {} }: Act, filter: PrivacyFilter) {
  const given = Object.entries(detail).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => [name, textOf(value)]);
  return { act, detail: await textRedactor(filter).fields(Object.fromEntries(texts)) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
