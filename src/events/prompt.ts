import type { Find } from '../domain/privacy/privacyFilter.js';
import type { Redacted } from '../domain/privacy/redacted.js';
import type { Fact, Stream } from './recorded.js';

export interface PromptSaved {
  readonly name: string;
  /** The same version again means that only its tags changed. */
  readonly version: number;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  readonly redactions: readonly Find[];
}

export type PromptFact = Fact<'prompt.saved', PromptSaved>;

/** `undefined` until it is saved. */
export type PromptState = PromptSaved | undefined;

/** `prompt/<digest of the name>`, see `events/streamKey.ts` */
export const prompt: Stream<PromptState, PromptFact> = {
  name: 'prompt',
  initial: undefined,
  evolve: (_state, event) => event.data,
};
