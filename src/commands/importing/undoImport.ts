import { Rejection } from '../../domain/rejection.js';
import { conventions, prompt, sdd } from '../../events/documents.js';
import type { Stream } from '../../events/family.js';
import { type ObservationFact, observation, pin } from '../../events/observation.js';
import { type Fact, projectStreamKeys, wallKey } from '../../events/recorded.js';
import { session } from '../../events/session.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import { command, type ReadState } from '../command.js';
import { type Told, takenBack, toldBy } from './history.js';
import { enteredIn, publishedIn, isSamePrompt as samePrompt, savedIn } from './importDocuments.js';
import { originIn, saidBy, saysSame } from './importObservation.js';
import { isByImport } from './run.js';

/** A stream by its key, and the run that is undone in it. */
interface Undoing {
  readonly key: string;
  readonly run: string;
}

/**
 * A command that takes back what a run wrote into a stream, as `takenBack` says. Recorded with the run in `meta`, so that
 * what it forgets may be imported again.
 */
function undoIn<S, F extends VaultFact & Fact<string, unknown>>(
  stream: Stream<S, F>,
  decide: (told: Told<F>, input: Undoing) => readonly NoInfer<F>[],
) {
  return command<Undoing, Undoing, Told<F>, F>({
    name: 'undoImport',
    redact: async (input) => input,
    stream: toldBy(stream),
    streamKey: ({ key }) => key,
    decide,
  });
}

/** A note by its id, and whether somebody pinned it. */
interface UndoingNote extends Undoing {
  readonly isPinned?: boolean;
}

const undoNoteAlone = undoIn(observation, ({ events }, { key: id, run, isPinned }: UndoingNote) => {
  const back = takenBack(events, run, (one, other) => {
    const [[said], [otherSaid]] = [saidBy(one), saidBy(other)];
    return said !== undefined && otherSaid !== undefined && saysSame(said, otherSaid);
  });
  if (back.kind === 'nothing') return [];
  if (back.kind === 'forget') {
    if (isPinned) throw new Rejection('conflict', 'was pinned here since, and is left');
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
  const data = { id, session_id, project, ...said, redactions: [], ...originIn(events) };
  return [{ type: 'observation.revised', data }];
});

const undoNote = {
  ...undoNoteAlone,
  async lookUp(input: UndoingNote, read: ReadState) {
    const last = (await read(toldBy(pin), input.key)).events.at(-1);
    return { ...input, isPinned: last?.type === 'pin.set' && !isByImport(last) };
  },
};

/** A pin by the id of its note, and what that tells. */
interface UndoingPin extends Undoing {
  readonly note?: Told<ObservationFact>;
}

const undoPinAlone = undoIn(pin, ({ events }, { key: id, run, note }: UndoingPin) => {
  const last = events.at(-1);
  if (last?.type !== 'pin.set' || last.meta.run !== run) return [];
  // A note that the run brought keeps or loses its pin with itself.
  if (note?.events[0]?.meta.run === run) return [];
  return [{ type: 'pin.removed', data: { id } }];
});

const undoPin = {
  ...undoPinAlone,
  lookUp: async (input: UndoingPin, read: ReadState) => ({
    ...input,
    note: await read(toldBy(observation), input.key),
  }),
};

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

const undoPrompt = undoIn(prompt, (told, { run }) => {
  const back = takenBack(savedIn(told), run, (one, other) => samePrompt(one.data, other.data));
  if (back.kind === 'nothing') return [];
  if (back.kind === 'forget') {
    return [{ type: 'prompt.forgotten', data: { id: back.first.data.id } }];
  }
  const { content, tags } = back.before.data;
  const { at: _, ...newest } = back.newest.data;
  const version = newest.version + (content === newest.content ? 0 : 1);
  return [{ type: 'prompt.saved', data: { ...newest, content, tags, version, redactions: [] } }];
});

const undoConventions = undoIn(conventions, (told, { run }) => {
  const back = takenBack(
    publishedIn(told),
    run,
    (one, other) => one.data.content === other.data.content,
  );
  if (back.kind === 'nothing') return [];
  if (back.kind === 'forget') return [{ type: 'conventions.forgotten', data: {} }];
  const { at: _, ...before } = back.before.data;
  const version = back.newest.data.version + 1;
  return [{ type: 'conventions.published', data: { ...before, version, redactions: [] } }];
});

const undoPhases = undoIn(sdd, (told, { run }) => {
  const back = takenBack(enteredIn(told), run, (one, other) => one.data.phase === other.data.phase);
  if (back.kind === 'nothing') return [];
  if (back.kind === 'forget') return [{ type: 'sdd.forgotten', data: {} }];
  const { at: _, ...before } = back.before.data;
  return [{ type: 'sdd.phase_entered', data: before }];
});

/** The commands that take back what a run wrote, by the first part of the name of the stream. */
export const UNDO = {
  observation: undoNote,
  pin: undoPin,
  session: undoSession,
  prompt: undoPrompt,
  conventions: undoConventions,
  sdd: undoPhases,
} as const;
