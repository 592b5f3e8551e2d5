import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { type AdminActName, adminActs } from '../events/adminAct.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** An administrative act and its parameters. */
export interface Act {
  readonly act: AdminActName;
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Records an administrative act that has no event type of its own. */
export const recordAct = command({
  name: 'recordAct',
  redact: redactedAct,
  stream: adminActs,
  streamKey: () => 'acts',
  decide: (_last, input) => [{ type: 'admin.acted', data: input }],
});

/** An act with its parameters as redacted texts. */
export async function redactedAct({ act, detail = {} }: Act, filter: PrivacyFilter) {
  const defined = Object.entries(detail).filter(([, value]) => value !== undefined);
  const texts = defined.map(([name, value]) => [name, textOf(value)]);
  return { act, detail: await textRedactor(filter).fields(Object.fromEntries(texts)) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
