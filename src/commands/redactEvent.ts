import { redaction } from '../events/administration.js';
import type { Texts } from '../events/family.js';
import { CURRENT_SCHEMA, RULES, type VaultEvent } from '../events/vaultEvent.js';
import type { PrivacyFilter, RedactionCount } from '../privacy/privacyFilter.js';
import { addCounts } from '../privacy/redactionCounts.js';
import { command } from './command.js';
import { redactTexts } from './redactTexts.js';

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
  async redact(
    { position, type, data }: VaultEvent,
    filter: PrivacyFilter,
  ): Promise<RedactedEvent> {
    const { texts = {}, derive } = RULES[type];
    const all: RedactionCount[] = [];
    const counting: PrivacyFilter = async (text) => {
      const redacted = await filter(text);
      all.push(...redacted.finds);
      return redacted;
    };
    const redacted = await redactedFields(data, (field) => texts[field], counting);
    const finds = addCounts(all);
    // What is derived for a type is derived from data of that type.
    const derived = derive?.(redacted as never);
    return {
      position,
      type,
      finds,
      data: { ...redacted, ...derived, ...redactionsOf(data, finds) },
    };
  },
  stream: redaction,
  streamKey: ({ position }) => String(position),
  decide(_last, { position, type, data, finds }) {
    if (finds.length === 0) return [];
    const schema = CURRENT_SCHEMA[type];
    return [{ type: 'event.redacted', data: { position, type, schema, data } }];
  },
});

/** The fields of an object with what the filter makes of their texts; keys stay as they are. */
async function redactedFields(
  of: object,
  kindOf: (field: string) => Texts[string] | undefined,
  filter: PrivacyFilter,
): Promise<object> {
  const redacted: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(of)) {
    const kind = kindOf(field);
    if (kind === undefined || kind === 'key') redacted[field] = value;
    else if (Array.isArray(value) && typeof kind !== 'string') {
      const objects: object[] = [];
      for (const one of value)
        objects.push(await redactedFields(one, (name) => kind[name], filter));
      redacted[field] = objects;
    } else if (typeof value === 'string' || Array.isArray(value)) {
      redacted[field] = (await redactTexts({ value }, filter)).value;
    } else {
      const kindIn = typeof kind === 'string' ? () => kind : (name: string) => kind[name];
      redacted[field] = await redactedFields(value, kindIn, filter);
    }
  }
  return redacted;
}

/**
 * The names from which the key of an event's stream was made. A redaction leaves them: under another name, later commands
 * would not find the stream.
 */
export function namesInKey({ type, data }: VaultEvent): readonly string[] {
  const { texts = {} } = RULES[type];
  return Object.entries(data).flatMap(([field, name]) =>
    texts[field] === 'key' ? [name].flat() : [],
  );
}

/** The old and new redactions together, for events that have this field. */
function redactionsOf(data: VaultEvent['data'], finds: readonly RedactionCount[]): object {
  if (!('redactions' in data)) return {};
  return { redactions: addCounts(data.redactions, finds) };
}
