import type { VaultClient } from 'memory-vault-client';
import type { LineRange } from '../../src/checkout/fileText.js';

/** When an agent may be told something: just before or after what it does. */
export const MOMENTS = ['before_edit', 'before_command', 'after_failure'] as const;
export type Moment = (typeof MOMENTS)[number];

/** What an agent is about to do, or has just failed at. */
export interface Action {
  readonly moment: Moment;
  /** A path below the root, with `/`. */
  readonly file?: string;
  /** The text that the edit replaces; undefined for a file that is written whole. */
  readonly before?: string;
  /** What the edit puts there. */
  readonly after?: string;
  readonly command?: string;
  readonly output?: string;
}

/** A note that could be given with an action, and how sure that is. */
export interface Given {
  readonly id: string;
  readonly score: number;
}

/** Where an action happens, and the way to the vault. */
export interface Spot {
  readonly project: string;
  readonly root: string;
  readonly vault: VaultClient;
}

/** The function under test: all notes that could be given, the surest first. A gate chooses of them. */
export type GiveNotes = (action: Action, spot: Spot) => Promise<readonly Given[]>;

/** A file as the checkout has it when an action happens. */
export interface CheckedOut {
  readonly commit: string;
  readonly path: string;
  readonly bytes: Buffer;
  /** The lines that the edit changes there, without those that it only names; for a pure insertion the lines around it. */
  readonly changed: LineRange;
}

/** An action, and which notes matter in it, as a reader of the history would say. */
export interface Case {
  readonly action: Action;
  readonly project: string;
  readonly checkout?: CheckedOut;
  /** Ids of notes. Without any, silence is right. */
  readonly matters: ReadonlySet<string>;
  /** Ids of notes that are neither right nor wrong. */
  readonly either: ReadonlySet<string>;
  /** Found by looking for actions in which notes matter: it counts for the recall, but says nothing about how often one does. */
  readonly sought?: boolean;
  /** What kind of action it is, for the tables. */
  readonly kind: string;
  /** Where it comes from, for who looks at wrong answers. */
  readonly source: string;
}
