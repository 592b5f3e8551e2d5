import { z } from 'zod';
import { Name, optional, verbatimText } from '../domain/text.js';
import { conventions } from '../events/conventions.js';
import { streamKey } from '../events/recorded.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request of the owner to publish conventions. */
export const PublishConventions = z
  .object({
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

/** Publishes a project's conventions, for a team or for all, as their next version. Every publication is recorded. */
export const publishConventions = command({
  name: 'publishConventions',
  async redact(input: Publishing, filter) {
    const redacted = textRedactor(filter);
    const project = await redacted.text(input.project);
    const content = await redacted.text(input.content);
    const { team } = await redacted.named({ team: input.team });
    return { project, team, content, redactions: redacted.finds() };
  },
  stream: conventions,
  streamKey: (input) => streamKey(input.project, input.team),
  decide: (published, input) => [
    {
      type: 'conventions.published',
      data: { ...input, version: (published?.data.version ?? 0) + 1 },
    },
  ],
});
