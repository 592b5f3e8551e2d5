import { contentHash } from '../domain/contentHash.js';
import type { PrivacyFilter, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { redaction } from '../events/redaction.js';
import { CURRENT_SCHEMA, type VaultEvent } from '../events/vaultEvent.js';
import { command } from './command.js';
import { type TextRedactor, textRedactor } from './textRedactor.js';

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
    const texts = await redactedTexts(event, redacted);
    const finds = redacted.finds();
    const { position, type, data } = event;
    return { position, type, finds, data: { ...data, ...texts, ...redactionsOf(data, finds) } };
  },
  stream: redaction,
  streamKey: ({ position }) => String(position),
  decide(_last, { position, type, data, finds }) {
    if (finds.length === 0) return [];
    const schema = CURRENT_SCHEMA[type];
    return [{ type: 'event.redacted', data: { position, type, schema, data } }];
  },
});

/** The filtered texts of an event; empty for events without texts of users. */
async function redactedTexts(event: VaultEvent, filtered: TextRedactor): Promise<object> {
  switch (event.type) {
    case 'observation.saved':
    case 'observation.revised': {
      const { type, project } = event.data;
      const title = await filtered.text(event.data.title);
      const content = await filtered.text(event.data.content);
      const tags = await filtered.tags(event.data.tags);
      const content_hash = contentHash({ type, title, content, project });
      return { title, content, tags, content_hash };
    }
    case 'session.started': {
      const { goal } = event.data;
      return goal === undefined ? {} : { goal: await filtered.text(goal) };
    }
    case 'session.ended':
      return { summary: await filtered.text(event.data.summary) };
    case 'prompt.saved': {
      const content = await filtered.text(event.data.content);
      return { content, tags: await filtered.tags(event.data.tags) };
    }
    case 'conventions.published':
      return { content: await filtered.text(event.data.content) };
    case 'admin.acted':
      return { detail: await filtered.fields(event.data.detail) };
    case 'observation.forgotten':
    case 'session.forgotten':
    case 'conventions.forgotten':
    case 'sdd.forgotten':
    case 'hive.project_forgotten':
    case 'event.forgotten':
    case 'vault.forgotten':
    case 'team.removed':
    case 'invite.forgotten':
    case 'session.abandoned':
    case 'prompt.forgotten':
    case 'sdd.phase_entered':
    case 'hive.project_paused':
    case 'hive.project_resumed':
    case 'event.redacted':
    case 'vault.purged':
    case 'team.created':
    case 'member.added':
    case 'member.removed':
    case 'invite.issued':
    case 'invite.revoked':
    case 'login.opened':
    case 'login.closed':
      return {};
  }
}

/** The old and new redactions together, for events that have this field. */
function redactionsOf(data: VaultEvent['data'], finds: readonly RedactionCount[]): object {
  if (!('redactions' in data)) return {};
  const counts = new Map(data.redactions.map(({ kind, count }) => [kind, count]));
  for (const { kind, count } of finds) counts.set(kind, (counts.get(kind) ?? 0) + count);
  return { redactions: [...counts].map(([kind, count]) => ({ kind, count })) };
}
