import { z } from 'zod';
import { Name, optional, text } from '../domain/text.js';
import { session } from '../events/session.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request to start a work session. */
export const StartSession = z
  .object({
    project: Name,
    team: optional(Name),
    country: optional(Name),
    agent: optional(Name),
    goal: optional(text(0, 65_536)),
  })
  .meta({ id: 'StartSession' });
export type StartSession = z.output<typeof StartSession>;

/** Starts a work session. */
export const startSession = command({
  name: 'startSession',
  async redact(input: StartSession, filter) {
    const redacted = textRedactor(filter);
    const { project, ...others } = input;
    const texts = { project: await redacted.text(project), ...(await redacted.named(others)) };
    return { ...texts, redactions: redacted.finds() };
  },
  stream: session,
  streamKey: (_input, now) => now.id,
  decide: (_state, input, now) => [{ type: 'session.started', data: { ...input, id: now.id } }],
});
