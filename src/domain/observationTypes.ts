/** The types of notes. Without the schemas, so that the command line starts fast. */
export const OBSERVATION_TYPES = [
  'decision',
  'pattern',
  'bugfix',
  'learning',
  'context',
  'antipattern',
  'task',
  'feature',
  'refactor',
  'discovery',
] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];
