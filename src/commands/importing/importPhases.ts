import type { PhasesLine } from '../../domain/archive/archiveLine.js';
import type { SddPhase } from '../../domain/sdd.js';
import { secondsOfText } from '../../domain/time.js';
import { projectStreamKey, secondsOf } from '../../events/recorded.js';
import { type SddFact, sdd } from '../../events/sdd.js';
import { type Told, toldBy } from '../../events/told.js';
import { command } from '../command.js';
import { newStates } from './newStates.js';
import { assertMayComeBack, type Imported, isByImport, withEarlier } from './openRun.js';

const told = toldBy(sdd);
const NOTHING: Told<SddFact> = told.initial;

/** A phase and when it was entered, in seconds since 1970. */
interface Entered {
  readonly phase: SddPhase;
  readonly at: number;
}

/** Takes the phases of a project in, or those that are new here. A phase may come several times: its time tells which. */
export const importPhases = command({
  name: 'importPhases',
  redact: async ({ run, line }: Imported<PhasesLine>, filter) => ({
    run,
    made: {
      project: (await filter(line.project)).text,
      team: line.team === undefined ? undefined : (await filter(line.team)).text,
    },
    states: line.phases.map(({ phase, at }) => ({ phase, at: secondsOfText(at) })),
    earlier: NOTHING,
  }),
  stream: told,
  streamKey: ({ made }) => projectStreamKey(made.project, made.team),
  lookUp: (input, read) => withEarlier(told, input, read),
  decide(state, { made, states, earlier }) {
    assertMayComeBack(state);
    const here = [...enteredIn(earlier), ...enteredIn(state)];
    const said = {
      states: here.map((event) => ({ phase: event.data.phase, at: secondsOf(event) })),
      byImport: isByImport(here.at(-1)),
    };
    return newStates<Entered>(states, said, isSame).map((entered) => ({
      type: 'sdd.phase_entered',
      data: { ...made, ...entered },
    }));
  },
});

/** The events that enter a phase. */
export function enteredIn({ events }: Told<SddFact>) {
  return events.filter((event) => event.type === 'sdd.phase_entered');
}

const isSame = (one: Entered, other: Entered) => one.phase === other.phase && one.at === other.at;
