import { type HiveProject, hiveProject } from '../events/hive.js';
import { streamKey } from '../events/streamKey.js';
import { command } from './command.js';

/**
 * Lets a paused project take part in the hive again. Notes from the pause are pushed, too. Every request is recorded, even
 * if the project already takes part.
 */
export const resumeProject = command({
  name: 'resumeProject',
  redact: async (input: HiveProject) => input,
  stream: hiveProject,
  streamKey: ({ project }) => streamKey(project),
  decide: (_last, { project }) => [{ type: 'hive.project_resumed', data: { project } }],
});
