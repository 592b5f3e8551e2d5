import type { NoteLine } from '../../domain/archive/archiveLine.js';
import { wallOf } from '../../domain/caller.js';
import { contentHash } from '../../domain/hash.js';
import { projectKey } from '../../domain/names.js';
import { Rejection } from '../../domain/rejection.js';
import { secondsOfText } from '../../domain/time.js';
import {
  type NoteText,
  type ObservationFact,
  type ObservationSaved,
  type ObservationState,
  type Origin,
  observation,
  pin,
  saysSame,
} from '../../events/observation.js';
import { wallKey } from '../../events/recorded.js';
import type { RedactionCount } from '../../privacy/privacyFilter.js';
import { command } from '../command.js';
import { redactNote, redactTexts } from '../redactTexts.js';
import { type Told, toldBy } from './history.js';
import { isByImport } from './run.js';
import { redactStates, stateful, type Undoing, undoBy } from './states.js';

/** What a note says from a moment on, which is now where there is no time. */
interface State extends NoteText {
  readonly at?: number | undefined;
  readonly redactions?: readonly RedactionCount[];
}

/** What never changes of a note. */
type Owned = Omit<ObservationSaved, keyof State>;

/** Notes, with all their revisions. */
export const notes = stateful({
  name: 'importObservation',
  stream: toldBy(observation),
  async redact(line: NoteLine, filter) {
    const { id, session_id = null, project, team, country, author, supersedes } = line;
    const { type, title, content, tags, anchors, valid_until, review_after, created_at } = line;
    const { state: standing } = line;
    const { redactions, ...names } = await redactTexts({ project, team, country, author }, filter);
    const now = { type, title, content, tags, anchors, valid_until, review_after, at: created_at };
    const said = line.revisions ?? [now];
    const states: readonly State[] = await redactStates(
      redactions,
      said,
      async ({ type, at, anchors, valid_until, review_after, ...state }) => {
        const texts = await redactNote(state, anchors, filter);
        const content_hash = contentHash({ type, ...texts, project: names.project });
        return {
          type,
          ...texts,
          valid_until: valid_until === undefined ? undefined : secondsOfText(valid_until),
          review_after: review_after === undefined ? undefined : secondsOfText(review_after),
          state: standing,
          at: secondsOfText(at),
          content_hash,
        };
      },
    );
    const of: Owned = {
      id,
      session_id,
      ...names,
      created_at: secondsOfText(created_at),
      supersedes,
    };
    return { of, states };
  },
  keys: ({ id }) => [id],
  // A source may change what a note says, but not whose it is: another team would see it.
  assertSame({ project, team }, { type, data }) {
    if (type !== 'observation.saved') return;
    const keyOf = (name: string | undefined) => (name === undefined ? null : projectKey(name));
    if (keyOf(data.project) === keyOf(project) && wallOf(data.team) === wallOf(team)) return;
    throw new Rejection(
      'conflict',
      'is here already, in another project or team: undo the import that brought it, or leave it there',
    );
  },
  isSame: (one, other) => saysSame(one, other),
  ofIn: ({ data: { supersedes, ...data } }) => ({ ...data, supersedes: supersedes ?? undefined }),
  stateIn({ data: { type, title, content, tags, anchors, valid_until, review_after, ...data } }) {
    const { content_hash, state, at } = data;
    const said = { type, title, content, tags, anchors, valid_until, review_after };
    return { ...said, content_hash, state, at };
  },
  facts(states, of, here) {
    const origin = originIn(here);
    const { id, session_id, project } = of;
    const supersedes = supersededIn(here);
    const last = here.at(-1);
    let accepted_in = last && 'accepted_in' in last.data ? last.data.accepted_in : undefined;
    let isProposed = last?.data.state === 'proposed';
    if (last && !isProposed && states.some(({ state }) => state === 'proposed')) {
      const message = 'was accepted by this import, and is left: refuse or forget it yourself';
      throw new Rejection('conflict', message);
    }
    return states.map(({ redactions = [], ...state }, i): ObservationFact => {
      if (!last && i === 0) {
        return { type: 'observation.saved', data: { ...of, ...state, redactions } };
      }
      if (last && isProposed && state.state === undefined) accepted_in = last.version + 1 + i;
      isProposed &&= state.state === 'proposed';
      const data = {
        id,
        session_id,
        project,
        ...state,
        accepted_in,
        supersedes,
        redactions,
        origin,
      };
      return { type: 'observation.revised', data };
    });
  },
  // What counts here is not brought back to what nobody had accepted.
  taken: (states, here) =>
    here.length > 0 && here.at(-1)?.data.state === undefined
      ? states.filter(({ state }) => state === undefined)
      : states,
  forgotten({ type, data }) {
    const wall_key = type === 'observation.saved' ? wallKey(data.team) : undefined;
    const { id, session_id } = data;
    return { type: 'observation.forgotten', data: { id, session_id, wall_key } };
  },
  async heldBy(id, read) {
    const last = (await read(toldBy(pin), id)).events.at(-1);
    const isOfSomebody = last?.type === 'pin.set' && !isByImport(last);
    return isOfSomebody ? 'was pinned here since, and is left' : undefined;
  },
});

/** What the vault said last that a received note came from, for the next revision: a message from before is then known. */
function originIn(events: readonly ObservationFact[]): Origin | undefined {
  return events
    .flatMap(({ data }) => ('origin' in data && data.origin ? [data.origin] : []))
    .at(-1);
}

/** Whose place a note takes. The last event says it, as a decision reads the first and the last alone. */
function supersededIn(events: readonly ObservationFact[]): string | null | undefined {
  return events
    .flatMap(({ data }) =>
      'supersedes' in data && data.supersedes !== undefined ? [data.supersedes] : [],
    )
    .at(-1);
}

interface Pinning {
  readonly run: string;
  /** Of the note. */
  readonly id: string;
  readonly note?: ObservationState;
}

/** Pins a note that was imported, unless somebody took its pin away here. */
export const importPin = command({
  name: 'importPin',
  redact: async (input: Pinning) => input,
  stream: toldBy(pin),
  streamKey: ({ id }) => id,
  lookUp: async (input, read) => ({ ...input, note: await read(observation, input.id) }),
  decide({ events }, { id, note }) {
    const last = events.at(-1);
    if (note?.status !== 'kept' || last?.type === 'pin.set') return [];
    if (note.note.state === 'proposed') return [];
    if (last && !isByImport(last)) return [];
    return [{ type: 'pin.set', data: { id } }];
  },
});

/** Takes away the pin of a note that an undone import forgot: the note may come back without one. */
export const dropPin = command({
  name: 'dropPin',
  redact: async (input: { readonly id: string }) => input,
  stream: pin,
  streamKey: ({ id }) => id,
  decide: (isPinned, { id }) => (isPinned ? [{ type: 'pin.removed', data: { id } }] : []),
});

/** Takes the pin away that a run gave to a note. One that the run brought keeps or loses its pin with itself. */
export const undoPin = undoBy(
  command({
    name: 'undoImport',
    redact: async (input: Undoing): Promise<Undoing & { readonly note?: Told<ObservationFact> }> =>
      input,
    stream: toldBy(pin),
    streamKey: ({ key }) => key,
    lookUp: async (input, read) => ({ ...input, note: await read(toldBy(observation), input.key) }),
    decide({ events }, { key: id, run, note }) {
      const last = events.at(-1);
      if (last?.type !== 'pin.set' || last.meta.run !== run) return [];
      if (note?.events[0]?.meta.run === run) return [];
      return [{ type: 'pin.removed', data: { id } }];
    },
  }),
);
