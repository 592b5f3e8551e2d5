import { z } from 'zod';
import { Name, optional, verbatimText } from '../domain/text.js';
import { conventions } from '../events/conventions.js';
import { projectStreamKey, projectStreamKeys } from '../events/recorded.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request of the owner to publish conventions. */
export const PublishConventions = z
  .strictObject({
    content: verbatimText(0, 524_288),
    team: optional(Name).meta({ description: 'The team that they are for; by default all.' }),
  })
  .meta({ id: 'PublishConventions' });
export type PublishConventions = z.output<typeof PublishConventions>;

/** What is published, and for which project. */
interface Publishing extends Partial<PublishConventions> {
  readonly project: string;
  readonly content: string;
}

/**
 * Publishes a project's conventions, for a team or for all, as their next version, also after those in the stream of an
 * earlier release (`before`). Every publication is recorded.
 */
export const publishConventions = command({
  name: 'publishConventions',
  async redact(input: Publishing, filter) {
    const redacted = textRedactor(filter);
    const project = await redacted.text(input.project);
    const content = await redacted.text(input.content);
    const { team } = await redacted.named({ team: input.team });
    return { project, team, content, redactions: redacted.finds(), before: 0 };
  },
  identity: ({ before: _before, ...request }) => request,
  stream: conventions,
  streamKey: (input) => projectStreamKey(input.project, input.team),
  async lookUp(input, read) {
    const [, earlier] = projectStreamKeys(input.project, input.team);
    const published = earlier === undefined ? undefined : await read(conventions, earlier);
    return { ...input, before: published?.data.version ?? 0 };
  },
  decide: (published, { before, ...input }) => [
    {
      type: 'conventions.published',
      data: { ...input, version: Math.max(published?.data.version ?? 0, before) + 1 },
    },
  ],
});
