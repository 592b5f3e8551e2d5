import type { Find } from '../domain/privacy/privacyFilter.js';
import type { Redacted } from '../domain/privacy/redacted.js';
import type { Fact, RecordedFact, Stream } from './recorded.js';

/** A version of a prompt was saved. The same version again means that only its tags changed. */
export interface PromptSaved {
  /** ULID of the prompt, the same in all versions. */
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  /** When the first version was saved, in seconds since 1970. */
  readonly created_at: number;
  readonly redactions: readonly Find[];
}

export type PromptFact = Fact<'prompt.saved', PromptSaved>;

/** `prompt/<digest of the name>` folds to its last event; see `events/streamKey.ts`. */
export const prompt: Stream<RecordedFact<PromptFact> | undefined, PromptFact> = {
  name: 'prompt',
  initial: undefined,
  folds: 'last',
  evolve: (_state, event) => event,
};
