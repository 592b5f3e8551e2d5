import { conventions } from './conventions.js';
import { observations } from './observations.js';
import type { Projection } from './projection.js';
import { projects } from './projects.js';
import { prompts } from './prompts.js';
import { sdd } from './sdd.js';
import { sessions } from './sessions.js';
import { stats } from './stats.js';
import { teams } from './teams.js';

/** All projections, in the order in which each event is applied to them. */
export const allProjections: readonly Projection[] = [
  observations,
  sessions,
  prompts,
  conventions,
  sdd,
  projects,
  stats,
  teams,
];
