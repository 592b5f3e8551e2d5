import { Rejection } from '../../domain/rejection.js';
import { conventions, prompt, sdd } from '../../events/documents.js';
import type { Stream } from '../../events/family.js';
import { observation, pin, saysSame } from '../../events/observation.js';
import { type Fact, projectStreamKeys, wallKey } from '../../events/recorded.js';
import { session } from '../../events/session.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import { command } from '../command.js';
import { isSamePrompt } from '../documents.js';
import type { Executor } from '../executor.js';
import type { Outcome, RequestContext } from '../handle.js';
import { type Said, type Told, takenBack, toldBy } from './history.js';
import { originIn, saidBy } from './importObservation.js';
import { isByImport } from './run.js';

/** A stream by its key, and the run that is undone in it. */
interface Undoing {
  readonly key: string;
  readonly run: string;
}

/** Takes back what a run wrote into a stream; the outcome is what the stream tells after that. */
type Undo = (
  executor: Executor,
  input: Undoing,
  context: RequestContext,
) => Promise<Outcome<Told<VaultFact>>>;

/**
 * Takes back what a run wrote into a stream, as `takenBack` says. Recorded with the run in `meta`, so that what it forgets
 * may be imported again. `decide` is also given what the stream `beside` tells, which has the same key.
 */
function undoIn<
  S,
  F extends VaultFact & Fact<string, unknown>,
  T,
  G extends VaultFact & Fact<string, unknown>,
>(
  stream: Stream<S, F>,
  decide: (told: Told<F>, input: Undoing, beside: Told<G>) => readonly NoInfer<F>[],
  beside?: Stream<T, G>,
): Undo {
  const undo = command({
    name: 'undoImport',
    redact: async (input: Undoing): Promise<Undoing & { readonly beside?: Told<G> }> => input,
    stream: toldBy(stream),
    streamKey: ({ key }) => key,
    lookUp: async (input, read) =>
      beside ? { ...input, beside: await read(toldBy(beside), input.key) } : input,
    decide: (told, { beside: other = { events: [] }, ...input }) => decide(told, input, other),
  });
  return (executor, input, context) => executor.execute(undo, input, context);
}

const undoNote = undoIn(
  observation,
  ({ events }, { key: id, run }, pins) => {
    const back = takenBack(events, run, (one, other) => {
      const [[said], [otherSaid]] = [saidBy(one), saidBy(other)];
      return said !== undefined && otherSaid !== undefined && saysSame(said, otherSaid);
    });
    if (back.kind === 'nothing') return [];
    if (back.kind === 'forget') {
      const last = pins.events.at(-1);
      if (last?.type === 'pin.set' && !isByImport(last)) {
        throw new Rejection('conflict', 'was pinned here since, and is left');
      }
      const { type, data } = back.first;
      const wall_key = type === 'observation.saved' ? wallKey(data.team) : undefined;
      const { session_id } = data;
      return [{ type: 'observation.forgotten', data: { id, session_id, wall_key } }];
    }
    const { before } = back;
    if (before.type !== 'observation.saved' && before.type !== 'observation.revised') return [];
    const { session_id, project, type, title, content, tags, content_hash } = before.data;
    const said = { type, title, content, tags, content_hash };
    // Nothing was sent for it, so nothing was redacted.
    const data = { id, session_id, project, ...said, redactions: [], origin: originIn(events) };
    return [{ type: 'observation.revised', data }];
  },
  pin,
);

const undoPin = undoIn(
  pin,
  ({ events }, { key: id, run }, note) => {
    const last = events.at(-1);
    if (last?.type !== 'pin.set' || last.meta.run !== run) return [];
    // A note that the run brought keeps or loses its pin with itself.
    if (note.events[0]?.meta.run === run) return [];
    return [{ type: 'pin.removed', data: { id } }];
  },
  observation,
);

const undoSession = undoIn(session, ({ events }, { key: id, run }) => {
  const back = takenBack(events, run, (one, other) => one === other);
  if (back.kind === 'nothing') return [];
  if (back.kind === 'forget' && back.first.type === 'session.started') {
    const [project_key, earlier_key] = projectStreamKeys(back.first.data.project);
    return [{ type: 'session.forgotten', data: { id, project_key, earlier_key } }];
  }
  const why = 'was here before: its goal and its end cannot be taken from it, and are left';
  throw new Rejection('conflict', why);
});

/** Takes back what a run wrote into a document: `forgotten` forgets it, `restored` says again what it said before. */
function undoDocument<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  isSame: (one: Said<F>['data'], other: Said<F>['data']) => boolean,
  forgotten: (first: Said<F>['data']) => NoInfer<F>,
  restored: (before: Said<F>['data'], newest: Said<F>['data']) => NoInfer<F>,
) {
  return undoIn(stream, ({ events }, { run }) => {
    const back = takenBack(events, run, (one, other) => isSame(one.data, other.data));
    if (back.kind === 'nothing') return [];
    if (back.kind === 'forget') return [forgotten(back.first.data)];
    return [restored(back.before.data, back.newest.data)];
  });
}

const undoPrompt = undoDocument(
  prompt,
  isSamePrompt,
  ({ id }) => ({ type: 'prompt.forgotten', data: { id } }),
  ({ content, tags }, { at: _, ...newest }) => {
    const version = newest.version + (content === newest.content ? 0 : 1);
    return { type: 'prompt.saved', data: { ...newest, content, tags, version, redactions: [] } };
  },
);

const undoConventions = undoDocument(
  conventions,
  (one, other) => one.content === other.content,
  () => ({ type: 'conventions.forgotten', data: {} }),
  ({ at: _, ...before }, { version }) => ({
    type: 'conventions.published',
    data: { ...before, version: version + 1, redactions: [] },
  }),
);

const undoPhases = undoDocument(
  sdd,
  (one, other) => one.phase === other.phase,
  () => ({ type: 'sdd.forgotten', data: {} }),
  ({ at: _, ...before }) => ({ type: 'sdd.phase_entered', data: before }),
);

/** How what a run wrote is taken back, by the first part of the name of the stream. */
export const UNDO: Readonly<Record<string, Undo>> = {
  observation: undoNote,
  pin: undoPin,
  session: undoSession,
  prompt: undoPrompt,
  conventions: undoConventions,
  sdd: undoPhases,
};
