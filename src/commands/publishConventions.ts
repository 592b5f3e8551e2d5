import { z } from 'zod';
import { verbatimText } from '../domain/text.js';
import { conventions } from '../events/conventions.js';
import { streamKey } from '../events/recorded.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request of the owner to publish conventions. */
export const PublishConventions = z
  .object({ content: verbatimText(0, 524_288) })
  .meta({ id: 'PublishConventions' });
export type PublishConventions = z.output<typeof PublishConventions>;

/** Publishes a project's conventions as its next version. Every publication is recorded. */
export const publishConventions = command({
  name: 'publishConventions',
  async redact(input: PublishConventions & { project: string }, filter) {
    const redacted = textRedactor(filter);
    const project = await redacted.text(input.project);
    const content = await redacted.text(input.content);
    return { project, content, redactions: redacted.finds() };
  },
  stream: conventions,
  streamKey: (input) => streamKey(input.project),
  decide: (published, input) => [
    {
      type: 'conventions.published',
      data: { ...input, version: (published?.data.version ?? 0) + 1 },
    },
  ],
});
