import { type HiveProject, hiveProject } from '../events/hive.js';
import { streamKey } from '../events/streamKey.js';
import { command } from './command.js';

/** Keeps what a project says out of the hive until it is resumed. What was pushed before stays there. */
export const pauseProject = command({
  name: 'pauseProject',
  redact: async (input: HiveProject) => input,
  stream: hiveProject,
  streamKey: ({ project }) => streamKey(project),
  decide: (last, { project }) =>
    last?.type === 'hive.project_paused'
      ? []
      : [{ type: 'hive.project_paused', data: { project } }],
});
