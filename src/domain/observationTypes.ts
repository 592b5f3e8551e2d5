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

/** A note that is `proposed` is given to no agent, and found only on request, until somebody accepts it. */
export const NOTE_STATES = ['accepted', 'proposed'] as const;
export type NoteState = (typeof NOTE_STATES)[number];
