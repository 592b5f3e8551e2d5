import { z } from 'zod';
import { SddPhase } from '../domain/sdd.js';
import { Name, optional } from '../domain/text.js';
import { projectStreamKey } from '../events/recorded.js';
import { sdd } from '../events/sdd.js';
import { command } from './command.js';

/** The request of the owner to move a project to a phase. */
export const EnterPhase = z
  .strictObject({
    phase: SddPhase,
    team: optional(Name).meta({
      description: 'The team whose phase it is; by default that of all.',
    }),
  })
  .meta({ id: 'EnterPhase' });
export type EnterPhase = z.output<typeof EnterPhase>;

/** The phase that is entered, and by which project. */
interface Entering extends Partial<EnterPhase> {
  readonly project: string;
  readonly phase: SddPhase;
}

/** Moves a project to a phase of spec-driven development. Any move is allowed and recorded. */
export const enterPhase = command({
  name: 'enterPhase',
  redact: async ({ project, team, phase }: Entering, filter) => ({
    project: (await filter(project)).text,
    team: team === undefined ? undefined : (await filter(team)).text,
    phase,
  }),
  stream: sdd,
  streamKey: (input) => projectStreamKey(input.project, input.team),
  decide: (_phase, { project, team, phase }) => [
    { type: 'sdd.phase_entered', data: { project, team, phase } },
  ],
});
