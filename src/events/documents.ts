import type { SddPhase } from '../domain/sdd.js';
import type { Redacted, RedactionCount } from '../privacy/privacyFilter.js';
import { lastEvent, SAME, type Stream } from './family.js';
import type { Fact } from './recorded.js';

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
export const prompt = lastEvent<PromptFact, Fact<'prompt.saved', PromptSaved>>(
  'prompt',
  'prompts',
  {
    'prompt.saved': {
      namesTeam: true,
      texts: { name: 'key', team: 'key', content: 'text', tags: 'text' },
    },
    'prompt.forgotten': { upcasts: [SAME], erases: 'stream' },
  },
);

/** The same streams, folded to the actor that saved the first version since the prompt was last forgotten. */
export const promptMaker: Stream<string | undefined, PromptFact> = {
  name: prompt.name,
  rules: prompt.rules,
  initial: undefined,
  folds: 'ends',
  evolve: (maker, { type, meta }) => (type === 'prompt.saved' ? (maker ?? meta.actor) : undefined),
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

type ConventionsFact =
  | Fact<'conventions.published', ConventionsPublished>
  | Fact<'conventions.forgotten', ConventionsForgotten>;

/** `conventions/<digest of team and project>` folds to its last version. */
export const conventions = lastEvent<
  ConventionsFact,
  Fact<'conventions.published', ConventionsPublished>
>('conventions', 'conventions', {
  'conventions.published': {
    namesTeam: true,
    texts: { project: 'key', team: 'key', content: 'text' },
  },
  'conventions.forgotten': { upcasts: [SAME], erases: 'stream' },
});

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

type SddFact = Fact<'sdd.phase_entered', PhaseEntered> | Fact<'sdd.forgotten', PhasesForgotten>;

/** `sdd/<digest of team and project>` folds to the last phase. */
export const sdd = lastEvent<SddFact, Fact<'sdd.phase_entered', PhaseEntered>>('sdd', 'phases', {
  'sdd.phase_entered': { namesTeam: true, texts: { project: 'key', team: 'key' } },
  'sdd.forgotten': { upcasts: [SAME], erases: 'stream' },
});
