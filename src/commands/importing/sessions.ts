import type { SessionLine } from '../../domain/archive/archiveLine.js';
import { wallOf } from '../../domain/caller.js';
import { projectKey } from '../../domain/names.js';
import { Rejection } from '../../domain/rejection.js';
import { nextSessionState } from '../../domain/sessionMachine.js';
import { secondsOfText } from '../../domain/time.js';
import { projectStreamKeys } from '../../events/recorded.js';
import { type SessionFact, type SessionRecord, session } from '../../events/session.js';
import { fold } from '../../events/vaultEvent.js';
import { addCounts } from '../../privacy/redactionCounts.js';
import { command } from '../command.js';
import { redactTexts } from '../redactTexts.js';
import { takenBack, toldBy } from './history.js';
import { assertMayComeBack, assertRunIsOpen, type Imported } from './run.js';
import { type Undoing, undoBy } from './states.js';

type Here = NonNullable<SessionRecord>;
type Ended = Extract<SessionFact, { type: 'session.ended' }>['data'];
type Started = Extract<SessionFact, { type: 'session.started' }>['data'];

/** A session as its line says it, redacted. */
interface RedactedSession {
  readonly run: string;
  readonly started: Started;
  readonly goal_redactions: Started['redactions'];
  readonly state: SessionLine['state'];
  readonly ended: Omit<Ended, 'was_abandoned'>;
}

/**
 * Takes a work session in, with its times. One that is here gets the goal, the summary and the end that it lacks. What it
 * has is never changed: another goal or summary is refused with `conflict`.
 */
export const importSession = command({
  name: 'importSession',
  async redact({ run, line }: Imported<SessionLine>, filter): Promise<RedactedSession> {
    const { id, team, country, agent, goal, client_ref, started_at, ended_at = started_at } = line;
    const { redactions: ofNames, ...names } = await redactTexts(
      { project: line.project, team, country, agent, client_ref },
      filter,
    );
    const ofGoal = await redactTexts({ goal }, filter);
    const ofEnd = await redactTexts({ summary: line.summary ?? '' }, filter);
    const redactions = addCounts(ofNames, ofGoal.redactions);
    const at = secondsOfText(started_at);
    return {
      run,
      started: { id, ...names, goal: ofGoal.goal, at, redactions },
      goal_redactions: ofGoal.redactions,
      state: line.state,
      ended: { id, project: names.project, ...ofEnd, at: secondsOfText(ended_at) },
    };
  },
  stream: toldBy(session),
  streamKey: ({ started }) => started.id,
  async lookUp(input, read) {
    await assertRunIsOpen(read, input.run);
    return input;
  },
  decide(told, input) {
    assertMayComeBack(told);
    const here = fold(session, told.events);
    if (here) return whatIsMissing(here, input);
    return [{ type: 'session.started', data: input.started }, ...endOf('active', input)];
  },
});

/** What a session that is here lacks of its line. */
function whatIsMissing(here: Here, input: RedactedSession): readonly SessionFact[] {
  const { started, goal_redactions: redactions, ended, state } = input;
  assertIsIn(here, started);
  const { id, goal } = started;
  if (here.started.goal && goal && here.started.goal !== goal) throw saysOther('goal');
  if (here.state === 'ended') {
    if (state === 'ended' && ended.summary && ended.summary !== here.summary) {
      throw saysOther('summary');
    }
    return [];
  }
  const gets = goal && !here.started.goal;
  const set = gets ? [{ type: 'session.goal_set' as const, data: { id, goal, redactions } }] : [];
  return [...set, ...endOf(here.state, input)];
}

/** What brings a session from a state to that of its line, if it can go there. */
function endOf(
  from: Here['state'],
  { started: { id, project }, state, ended }: RedactedSession,
): readonly SessionFact[] {
  if (state === 'ended') {
    const was_abandoned = from === 'abandoned';
    return [{ type: 'session.ended', data: { ...ended, was_abandoned } }];
  }
  const isNew = state === 'abandoned' && nextSessionState(from, 'session.abandoned');
  return isNew ? [{ type: 'session.abandoned', data: { id, project } }] : [];
}

function assertIsIn(here: Here, { project, team }: Started): void {
  const isSame =
    projectKey(here.started.project) === projectKey(project) &&
    wallOf(here.started.team) === wallOf(team);
  if (!isSame) throw new Rejection('conflict', 'is here already, in another project or team');
}

function saysOther(what: 'goal' | 'summary'): Rejection {
  return new Rejection('conflict', `has another ${what} here, which is kept`);
}

/** Forgets a session that a run brought. What it added to one that was here stays. */
export const undoSession = undoBy(
  command({
    name: 'undoImport',
    redact: async (input: Undoing) => input,
    stream: toldBy(session),
    streamKey: ({ key }) => key,
    decide({ events }, { key: id, run }) {
      const back = takenBack(events, run, (one, other) => one === other);
      if (back.kind === 'nothing') return [];
      if (back.kind === 'forget' && back.first.type === 'session.started') {
        const [project_key, earlier_key] = projectStreamKeys(back.first.data.project);
        return [{ type: 'session.forgotten', data: { id, project_key, earlier_key } }];
      }
      const why = 'was here before: its goal and its end cannot be taken from it, and are left';
      throw new Rejection('conflict', why);
    },
  }),
);
