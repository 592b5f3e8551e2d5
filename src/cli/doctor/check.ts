import type { ServiceFile } from '../../connect/serviceFile.js';
import type { AgentName } from '../../setup/agent.js';

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
export type Fix =
  | { readonly kind: 'tighten' }
  | { readonly kind: 'remove-service-file'; readonly file: ServiceFile }
  | { readonly kind: 'rebuild' }
  | { readonly kind: 'send-waiting' }
  | {
      readonly kind: 'set-up';
      readonly agent: AgentName;
      readonly choice: { readonly hooks: boolean; readonly passive: boolean };
    };

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
