import { type Fact, lastEvent } from './recorded.js';

/** What can belong to a project or a person. */
export const FORGETTABLE = [
  'observations',
  'sessions',
  'prompts',
  'conventions',
  'phases',
  'pauses',
  'purges',
  'acts',
  'invites',
  'members',
] as const;
export type Forgettable = (typeof FORGETTABLE)[number];

/** First and last position of events in a row. */
export type PositionRange = readonly [from: number, to: number];

/**
 * The owner had everything of a project, or everything about a person, forgotten. It never says of which: it is the
 * receipt, which stays. What it lists is erased by events of its own.
 */
export interface VaultForgotten {
  /** ULID of the receipt. */
  readonly id: string;
  readonly of: 'project' | 'person';
  readonly matched: Readonly<Record<Forgettable, number>>;
  /** The events whose payloads go, in order. */
  readonly positions: readonly PositionRange[];
  /** Texts of others that name the person: they stay. 0 of a project. */
  readonly mentions: number;
}

export type ForgettingFact = Fact<'vault.forgotten', VaultForgotten>;

/** `forgetting/<ULID of the receipt>` */
export const forgetting = lastEvent<ForgettingFact>('forgetting');
