import type { PrivacyFilter, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { redaction } from '../events/administration.js';
import type { Texts } from '../events/family.js';
import { CURRENT_SCHEMA, RULES, type VaultEvent } from '../events/vaultEvent.js';
import { command } from './command.js';
import { addCounts, type TextRedactor, textRedactor } from './textRedactor.js';

/** An event after a newer privacy filter, and the secrets that it replaced. */
interface RedactedEvent {
  readonly position: number;
  readonly type: VaultEvent['type'];
  readonly data: unknown;
  readonly finds: readonly RedactionCount[];
}

/** Redacts an event of the log again. An event in which the filter finds nothing stays unchanged. */
export const redactEvent = command({
  name: 'redactEvent',
  async redact(event: VaultEvent, filter: PrivacyFilter): Promise<RedactedEvent> {
    const redacted = textRedactor(filter);
    const data = await redactedData(event, redacted);
    const finds = redacted.finds();
    const { position, type } = event;
    return { position, type, finds, data: { ...data, ...redactionsOf(data, finds) } };
  },
  stream: redaction,
  streamKey: ({ position }) => String(position),
  decide(_last, { position, type, data, finds }) {
    if (finds.length === 0) return [];
    const schema = CURRENT_SCHEMA[type];
    return [{ type: 'event.redacted', data: { position, type, schema, data } }];
  },
});

/** What the filter makes of the texts in the data of an event, and what is computed from them; its keys stay as they are. */
async function redactedData(
  { type, data }: VaultEvent,
  filtered: TextRedactor,
): Promise<VaultEvent['data']> {
  const { texts = {}, derive } = RULES[type];
  const redacted = { ...data, ...(await redactedFields(data, texts, filtered)) };
  // What is derived for a type is derived from data of that type.
  return { ...redacted, ...derive?.(redacted as never) };
}

async function redactedFields(of: object, texts: Texts, filtered: TextRedactor): Promise<object> {
  const redacted: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(of)) {
    const kind = texts[field];
    if (kind === undefined || kind === 'key') continue;
    if (typeof value === 'string') redacted[field] = await filtered.text(value);
    else if (Array.isArray(value)) redacted[field] = await filtered.tags(value);
    else if (kind === 'name' || kind === 'text') redacted[field] = await filtered.fields(value);
    else redacted[field] = { ...value, ...(await redactedFields(value, kind, filtered)) };
  }
  return redacted;
}

/**
 * The names from which the key of an event's stream was made. A redaction leaves them: under another name, later commands
 * would not find the stream.
 */
export function namesInKey({ type, data }: VaultEvent): readonly string[] {
  const { texts = {} } = RULES[type];
  return Object.entries(data).flatMap(([field, name]) => (texts[field] === 'key' ? [name] : []));
}

/** The old and new redactions together, for events that have this field. */
function redactionsOf(data: VaultEvent['data'], finds: readonly RedactionCount[]): object {
  if (!('redactions' in data)) return {};
  return { redactions: addCounts(data.redactions, finds) };
}
