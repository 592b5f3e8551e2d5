import { type HiveProject, hiveProject } from '../events/hive.js';
import { streamKey } from '../events/streamKey.js';
import { command } from './command.js';

/** Lets a paused project take part in the hive again, with what it said meanwhile. */
export const resumeProject = command({
  name: 'resumeProject',
  redact: async (input: HiveProject) => input,
  stream: hiveProject,
  streamKey: ({ project }) => streamKey(project),
  decide: (last, { project }) =>
    last?.type === 'hive.project_paused'
      ? [{ type: 'hive.project_resumed', data: { project } }]
      : [],
});
