import { z } from 'zod';
import { Tags } from '../domain/observation.js';
import { Name, optional, verbatimText } from '../domain/text.js';
import { toSeconds } from '../domain/time.js';
import type { PromptSaved } from '../events/prompt.js';
import { prompt } from '../events/prompt.js';
import { streamKey } from '../events/recorded.js';
import { command } from './command.js';
import { textRedactor } from './textRedactor.js';

/** The request to save a prompt. */
export const SavePrompt = z
  .object({ name: Name, content: verbatimText(1, 524_288), tags: optional(Tags) })
  .meta({ id: 'SavePrompt' });
export type SavePrompt = z.output<typeof SavePrompt>;

/**
 * Saves a prompt under its name. Changed content makes a new version. Missing tags stay unchanged, and changed tags with
 * the same content are stored without a new version.
 */
export const savePrompt = command({
  name: 'savePrompt',
  async redact(input: SavePrompt, filter) {
    const redacted = textRedactor(filter);
    const name = await redacted.text(input.name);
    const content = await redacted.text(input.content);
    const tags = input.tags && (await redacted.tags(input.tags));
    return { name, content, tags, redactions: redacted.finds() };
  },
  stream: prompt,
  streamKey: (input) => streamKey(input.name),
  decide(saved, input, now) {
    const before = saved?.data;
    const tags = input.tags ?? before?.tags ?? [];
    if (before && before.content === input.content && sameTags(before, tags)) return [];
    const version = before ? before.version + (before.content === input.content ? 0 : 1) : 1;
    const { id, created_at } = before ?? { id: now.id, created_at: toSeconds(now.at) };
    return [{ type: 'prompt.saved', data: { ...input, tags, version, id, created_at } }];
  },
});

function sameTags(state: PromptSaved, tags: readonly string[]): boolean {
  return state.tags.length === tags.length && state.tags.every((tag, i) => tag === tags[i]);
}
