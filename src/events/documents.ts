import type { Redacted, RedactionCount } from '../domain/privacy/privacyFilter.js';
import type { SddPhase } from '../domain/sdd.js';
import { unreachable } from '../domain/unreachable.js';
import type { Fact, Recorded, Stream } from './recorded.js';

/** A version of a prompt was saved. A second event of the same version changes only the tags. */
export interface PromptSaved {
  /** ULID of the prompt, the same in all versions. */
  readonly id: string;
  readonly name: Redacted;
  readonly team?: Redacted | undefined;
  readonly version: number;
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
  /** Time of the first version, in seconds since 1970. */
  readonly created_at: number;
  /** Time of this version, as `created_at`. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** A prompt was forgotten with all its versions. Recording this event erases the earlier events of its stream. */
interface PromptForgotten {
  readonly id: string;
}

export type PromptFact =
  | Fact<'prompt.saved', PromptSaved>
  | Fact<'prompt.forgotten', PromptForgotten>;

/** `prompt/<digest of team and name>` folds to its last version. */
export const prompt: Stream<Recorded<'prompt.saved', PromptSaved> | undefined, PromptFact> = {
  name: 'prompt',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'prompt.saved':
        return event;
      case 'prompt.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

/**
 * The same streams, folded to the actor that saved the first version since the prompt was last forgotten.
 */
export const promptMaker: Stream<string | undefined, PromptFact> = {
  name: prompt.name,
  initial: undefined,
  folds: 'ends',
  evolve(maker, event) {
    switch (event.type) {
      case 'prompt.saved':
        return maker ?? event.meta.actor;
      case 'prompt.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

/** A project's conventions were published. */
interface ConventionsPublished {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  /** 1 is the first. */
  readonly version: number;
  readonly content: Redacted;
  /** Seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** A project's conventions were forgotten in all versions. Recording this erases the earlier events of their stream. */
type ConventionsForgotten = Readonly<Record<never, never>>;

export type ConventionsFact =
  | Fact<'conventions.published', ConventionsPublished>
  | Fact<'conventions.forgotten', ConventionsForgotten>;

/** `conventions/<digest of team and project>` folds to its last version. */
export const conventions: Stream<
  Recorded<'conventions.published', ConventionsPublished> | undefined,
  ConventionsFact
> = {
  name: 'conventions',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'conventions.published':
        return event;
      case 'conventions.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};

/** A project moved to a phase of spec-driven development. */
interface PhaseEntered {
  readonly project: Redacted;
  readonly team?: Redacted | undefined;
  readonly phase: SddPhase;
  /** Seconds since 1970. Set by imports only; otherwise the time of the event counts. */
  readonly at?: number | undefined;
}

/** The phases of a project were forgotten. Recording this erases the earlier events of their stream. */
type PhasesForgotten = Readonly<Record<never, never>>;

export type SddFact =
  | Fact<'sdd.phase_entered', PhaseEntered>
  | Fact<'sdd.forgotten', PhasesForgotten>;

/** `sdd/<digest of team and project>` folds to the last phase. */
export const sdd: Stream<Recorded<'sdd.phase_entered', PhaseEntered> | undefined, SddFact> = {
  name: 'sdd',
  initial: undefined,
  folds: 'last',
  evolve(_state, event) {
    switch (event.type) {
      case 'sdd.phase_entered':
        return event;
      case 'sdd.forgotten':
        return undefined;
      default:
        return unreachable(event);
    }
  },
};
