import type { PrivacyFilter } from '../domain/privacy/privacyFilter.js';
import { type HiveProject, hiveProject } from '../events/hive.js';
import { projectStreamKey } from '../events/recorded.js';
import { command } from './command.js';

/**
 * Stops pushing a project's notes to the hive until it is resumed. Notes that were pushed before stay there. Every request
 * is recorded, even if the project is already paused, because the log documents all administration.
 */
export const pauseProject = command({
  name: 'pauseProject',
  redact: redactedProject,
  stream: hiveProject,
  streamKey: ({ project }) => projectStreamKey(project),
  decide: (_last, { project }) => [{ type: 'hive.project_paused', data: { project } }],
});

/**
 * Lets a paused project take part in the hive again. Notes from the pause are pushed, too. Every request is recorded, even
 * if the project already takes part.
 */
export const resumeProject = command({
  name: 'resumeProject',
  redact: redactedProject,
  stream: hiveProject,
  streamKey: ({ project }) => projectStreamKey(project),
  decide: (_last, { project }) => [{ type: 'hive.project_resumed', data: { project } }],
});

async function redactedProject(
  { project }: { project: string },
  filter: PrivacyFilter,
): Promise<HiveProject> {
  return { project: (await filter(project)).text };
}
