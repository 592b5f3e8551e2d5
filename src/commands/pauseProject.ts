import { type HiveProject, hiveProject } from '../events/hive.js';
import { streamKey } from '../events/recorded.js';
import { command } from './command.js';

/**
 * Keeps what a project says out of the hive until it is resumed. What was pushed before stays there. Every pause is
 * recorded, also of a project that is paused: who administers is to be seen.
 */
export const pauseProject = command({
  name: 'pauseProject',
  redact: async (input: HiveProject) => input,
  stream: hiveProject,
  streamKey: ({ project }) => streamKey(project),
  decide: (_last, { project }) => [{ type: 'hive.project_paused', data: { project } }],
});

/**
 * Lets a paused project take part in the hive again, with what it said meanwhile. Every wish for that is recorded,
 * also where the project takes part already.
 */
export const resumeProject = command({
  name: 'resumeProject',
  redact: async (input: HiveProject) => input,
  stream: hiveProject,
  streamKey: ({ project }) => streamKey(project),
  decide: (_last, { project }) => [{ type: 'hive.project_resumed', data: { project } }],
});
