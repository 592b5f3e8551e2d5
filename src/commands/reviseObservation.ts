import { z } from 'zod';
import { atLeastOne } from '../domain/atLeastOne.js';
import { contentHash } from '../domain/contentHash.js';
import { ObservationType, Tags } from '../domain/observation.js';
import type { Redacted } from '../domain/privacy/privacyFilter.js';
import { normalisedText, optional } from '../domain/text.js';
import { type ObservationSaved, observation } from '../events/observation.js';
import { assertMayChange, noObservation, type RestrictedAuthor } from './assertMayChange.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request to revise a note. Missing fields stay unchanged. */
export const ReviseObservation = atLeastOne(
  z.strictObject({
    title: optional(normalisedText(1, 100)),
    content: optional(normalisedText(1, 524_288)),
    type: optional(ObservationType),
    tags: optional(Tags),
  }),
  ['title', 'content', 'type', 'tags'],
).meta({ id: 'ReviseObservation' });
export type ReviseObservation = z.output<typeof ReviseObservation>;

/** Revises a note. A revision that changes nothing is not recorded. */
export const reviseObservation = command({
  name: 'reviseObservation',
  async redact(
    input: ReviseObservation & { id: string; author?: RestrictedAuthor | undefined },
    filter,
  ) {
    const redacted = textRedactor(filter);
    const text = async (raw: string | undefined) =>
      raw === undefined ? undefined : redacted.text(raw);
    return {
      id: input.id,
      author: input.author,
      type: input.type,
      title: await text(input.title),
      content: await text(input.content),
      tags: input.tags && (await redacted.tags(input.tags)),
      redactions: redacted.finds(),
    };
  },
  stream: observation,
  streamKey: (input) => input.id,
  decide(state, { id, author, redactions, ...change }) {
    if (state?.status !== 'kept') throw noObservation(id);
    assertMayChange(state, author);
    const { note } = state;
    const type = change.type ?? note.type;
    const title = change.title ?? note.title;
    const content = change.content ?? note.content;
    const tags = change.tags ?? note.tags;
    const { session_id, project, origin } = note;
    const content_hash = contentHash({ type, title, content, project });
    if (content_hash === note.content_hash && sameTags(note, tags)) return [];
    const revised = {
      type,
      title,
      content,
      tags,
      content_hash,
      redactions,
      ...(origin && { origin }),
    };
    return [{ type: 'observation.revised', data: { id, session_id, project, ...revised } }];
  },
});

function sameTags({ tags }: ObservationSaved, others: readonly Redacted[]): boolean {
  return tags.length === others.length && tags.every((tag, i) => tag === others[i]);
}
