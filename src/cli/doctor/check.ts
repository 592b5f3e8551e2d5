import type { ClientSettings } from '../../connect/clientSettings.js';
import type { Reached } from './serviceFacts.js';

/** `unknown` is what could not be found out, say because the service did not answer in time. */
export type CheckState = 'ok' | 'warn' | 'wrong' | 'unknown';

/** The parts of the screen, in their order. */
export const GROUPS = [
  'Program',
  'Service',
  'Data directory',
  'Shared log',
  'Upkeep',
  'Read models',
  'Hive',
  'Agents',
] as const;
export type CheckGroup = (typeof GROUPS)[number];

/** What `memory-vault doctor --fix` can do about a check. None of it deletes data or touches the log. */
export interface Fix {
  /** Fixes of one kind do the same: one of them is enough. */
  readonly kind: string;
  /** What has to be asked first; undefined for what cannot surprise anybody. */
  readonly question?: string;
  /** Does it, and gives a sentence about what was done. Throws one that says why it could not be done. */
  readonly run: (fixing: Fixing) => string | Promise<string>;
}

/** What fixes work with. */
export interface Fixing {
  readonly env: NodeJS.ProcessEnv;
  /** The program that agents start. */
  readonly cli: string;
  readonly settings: ClientSettings;
  /** The service as it was found; undefined where it was not. */
  readonly reached: Reached | undefined;
}

/** What was found about one thing. Its texts may hold what files or a service say: `shownLine` them before they are shown. */
export interface Check {
  readonly group: CheckGroup;
  /** One or two words. */
  readonly name: string;
  readonly state: CheckState;
  /** What is so; where it is not well, also why that matters or what to do. */
  readonly says: string;
  /** A command to type. */
  readonly type?: string;
  readonly fix?: Fix;
}

/** A check of a group without the name of the group. */
export type Finding = Omit<Check, 'group'>;

type Next = Pick<Finding, 'type' | 'fix'>;

const finding =
  (state: CheckState) =>
  (name: string, says: string, next: Next = {}): Finding => ({ name, state, says, ...next });

export const ok = finding('ok');
export const warn = finding('warn');
export const wrong = finding('wrong');
export const unknown = finding('unknown');

/** The checks of one group. */
export function inGroup(group: CheckGroup, findings: readonly Finding[]): readonly Check[] {
  return findings.map((finding) => ({ group, ...finding }));
}
