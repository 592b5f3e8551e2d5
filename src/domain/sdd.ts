/** The phases of spec-driven development, in order. */
export const SDD_PHASES = [
  'explore',
  'propose',
  'spec',
  'design',
  'tasks',
  'apply',
  'verify',
  'archive',
  'onboard',
] as const;

export type SddPhase = (typeof SDD_PHASES)[number];
