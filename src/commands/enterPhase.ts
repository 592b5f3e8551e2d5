import { z } from 'zod';
import { SDD_PHASES } from '../domain/sdd.js';
import { streamKey } from '../events/recorded.js';
import { sdd } from '../events/sdd.js';
import { command } from './command.js';

/** The request of the owner to move a project to a phase. */
export const EnterPhase = z.object({ phase: z.enum(SDD_PHASES) }).meta({ id: 'EnterPhase' });
export type EnterPhase = z.output<typeof EnterPhase>;

/** Moves a project to a phase of spec-driven development. Any move is allowed and recorded. */
export const enterPhase = command({
  name: 'enterPhase',
  redact: async ({ project, phase }: EnterPhase & { project: string }, filter) => ({
    project: (await filter(project)).text,
    phase,
  }),
  stream: sdd,
  streamKey: (input) => streamKey(input.project),
  decide: (_phase, { project, phase }) => [{ type: 'sdd.phase_entered', data: { project, phase } }],
});
