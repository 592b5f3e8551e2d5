import type { VaultEventType } from '../events/vaultEvent.js';
import { conventions, prompts, sdd } from './documents.js';
import { imports } from './imports.js';
import { observations } from './observations.js';
import type { Projection } from './projection.js';
import { repositories } from './repositories.js';
import { sessions } from './sessions.js';
import { teams } from './teams.js';
import { told } from './told.js';

const PROJECTIONS = [
  observations,
  sessions,
  prompts,
  conventions,
  sdd,
  repositories,
  teams,
  imports,
  told,
];

/** All projections, in the order in which each event is applied to them. */
export const allProjections: readonly Projection[] = PROJECTIONS;

/** Any type of event that some read model takes. */
type Projected = KeysOf<(typeof PROJECTIONS)[number]['handlers']>;
type KeysOf<T> = T extends unknown ? keyof T : never;

/** Why no read model takes the others: an event of a new type needs a handler, or a reason here. */
export const NOT_PROJECTED = {
  'event.redacted':
    'readers of the log get what it says in the place of what it redacted; rows made before are built again',
  'vault.purged': 'each note that is purged has an event of its own',
  'vault.forgotten': 'all that is forgotten has events of its own',
  'hive.project_paused': 'the stream of the project is asked',
  'hive.project_resumed': 'the stream of the project is asked',
  'hive.project_forgotten': 'the stream of the project is asked',
  'hive.key_issued': 'the stream of the members is asked, so that a revoked key never works',
  'hive.key_bound': 'the stream of the members is asked',
  'hive.key_revoked': 'the stream of the members is asked',
} as const satisfies Record<Exclude<VaultEventType, Projected>, string>;
