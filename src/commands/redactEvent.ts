import { contentHash } from '../domain/hash.js';
import type { PrivacyFilter, RedactionCount } from '../domain/privacy/privacyFilter.js';
import { redaction } from '../events/administration.js';
import type { ObservationSaved } from '../events/observation.js';
import { CURRENT_SCHEMA, type VaultEvent } from '../events/vaultEvent.js';
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
    case 'observation.saved': {
      const { project, team, country, author } = event.data;
      const names = await filtered.named({ project, team, country, author });
      return { ...names, ...(await noteTexts(event.data, names.project, filtered)) };
    }
    case 'observation.revised': {
      const { project } = await filtered.named({ project: event.data.project });
      return { project, ...(await noteTexts(event.data, project, filtered)) };
    }
    case 'session.started': {
      const { project, team, country, agent, goal, client_ref } = event.data;
      return filtered.named({ project, team, country, agent, goal, client_ref });
    }
    case 'session.goal_set':
      return { goal: await filtered.text(event.data.goal) };
    case 'session.abandoned':
      return { project: await filtered.text(event.data.project) };
    case 'session.ended': {
      const { project, summary } = event.data;
      return filtered.named({ project, summary });
    }
    case 'prompt.saved': {
      const content = await filtered.text(event.data.content);
      return { content, tags: await filtered.tags(event.data.tags) };
    }
    case 'conventions.published':
      return { content: await filtered.text(event.data.content) };
    case 'admin.acted':
      return { detail: await filtered.fields(event.data.detail) };
    case 'vault.purged': {
      const { project, team } = event.data.filters;
      return { filters: { ...event.data.filters, ...(await filtered.named({ project, team })) } };
    }
    case 'hive.key_issued':
      return { name: await filtered.text(event.data.name) };
    case 'observation.forgotten':
    case 'pin.set':
    case 'pin.removed':
    case 'session.forgotten':
    case 'conventions.forgotten':
    case 'sdd.forgotten':
    case 'hive.project_forgotten':
    case 'event.forgotten':
    case 'vault.forgotten':
    case 'team.removed':
    case 'invite.forgotten':
    case 'prompt.forgotten':
    case 'sdd.phase_entered':
    case 'hive.project_paused':
    case 'hive.project_resumed':
    case 'hive.key_bound':
    case 'hive.key_revoked':
    case 'event.redacted':
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

async function noteTexts(
  { type, ...note }: Pick<ObservationSaved, 'type' | 'title' | 'content' | 'tags'>,
  project: string | undefined,
  filtered: TextRedactor,
): Promise<object> {
  const title = await filtered.text(note.title);
  const content = await filtered.text(note.content);
  const tags = await filtered.tags(note.tags);
  return { title, content, tags, content_hash: contentHash({ type, title, content, project }) };
}

/**
 * The name from which the key of an event's stream was made, if it was made from one. A redaction leaves it: under
 * another name, later commands would not find the stream.
 */
export function nameInKey(event: VaultEvent): string | undefined {
  switch (event.type) {
    case 'prompt.saved':
    case 'team.created':
      return event.data.name;
    case 'conventions.published':
    case 'sdd.phase_entered':
    case 'hive.project_paused':
    case 'hive.project_resumed':
      return event.data.project;
    default:
      return undefined;
  }
}

/** The old and new redactions together, for events that have this field. */
function redactionsOf(data: VaultEvent['data'], finds: readonly RedactionCount[]): object {
  if (!('redactions' in data)) return {};
  return { redactions: addCounts(data.redactions, finds) };
}
