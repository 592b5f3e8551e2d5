import { z } from 'zod';

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

export const SddPhase = z.enum(SDD_PHASES).meta({ id: 'SddPhase' });
export type SddPhase = z.infer<typeof SddPhase>;
