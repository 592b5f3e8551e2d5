import type { NoteLine } from '../../domain/archive/archiveLine.js';
import { wallOf } from '../../domain/caller.js';
import { contentHash } from '../../domain/hash.js';
import { projectKey } from '../../domain/names.js';
import { Rejection } from '../../domain/rejection.js';
import { secondsOfText } from '../../domain/time.js';
import {
  changesNote,
  type NoteText,
  type ObservationFact,
  type ObservationState,
  type Origin,
  observation,
  pin,
  saysSame,
} from '../../events/observation.js';
import { command } from '../command.js';
import { addCounts, redactTexts } from '../redactTexts.js';
import { newStates, type Told, toldBy } from './history.js';
import { assertMayComeBack, type Imported, inOpenRun, isByImport } from './run.js';

/** Whose a note is, which never changes. */
interface Owned {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
}

/** Takes a note in with all its revisions, or with those that are new here. */
export const importObservation = command({
  name: 'importObservation',
  async redact({ run, line }: Imported<NoteLine>, filter) {
    const { id, session_id = null, project, team, country, author, supersedes } = line;
    const { type, title, content, tags, created_at } = line;
    const { redactions, ...names } = await redactTexts({ project, team, country, author }, filter);
    const made = { id, session_id, ...names, created_at: secondsOfText(created_at), supersedes };
    const states = [];
    for (const { type: of, at, ...state } of line.revisions ?? [
      { type, title, content, tags, at: created_at },
    ]) {
      const texts = await redactTexts(state, filter);
      states.push({
        type: of,
        ...texts,
        at: secondsOfText(at),
        content_hash: contentHash({ type: of, ...texts, project: names.project }),
        // What was redacted in the names counts with the first text.
        redactions:
          states.length === 0 ? addCounts(redactions, texts.redactions) : texts.redactions,
      });
    }
    return { run, made, states };
  },
  stream: toldBy(observation),
  streamKey: ({ made }) => made.id,
  lookUp: inOpenRun,
  decide(told, { made, states }) {
    assertMayComeBack(told);
    assertIsIn(made, told);
    const here = told.events.filter(changesNote);
    const said = { states: here.flatMap(saidBy), byImport: isByImport(here.at(-1)) };
    const { id, session_id, project } = made;
    const origin = originIn(here);
    const added = newStates<NoteText & Partial<(typeof states)[number]>>(states, said, saysSame);
    return added.map(({ redactions = [], ...state }, i): ObservationFact => {
      if (here.length === 0 && i === 0) {
        return { type: 'observation.saved', data: { ...made, ...state, redactions } };
      }
      const data = { id, session_id, project, ...state, redactions, origin };
      return { type: 'observation.revised', data };
    });
  },
});

/** A source may change what a note says, but not whose it is: another team would see it. */
function assertIsIn({ project, team }: Owned, { events: [first] }: Told<ObservationFact>): void {
  if (first?.type !== 'observation.saved') return;
  const here = first.data;
  const keyOf = (name: string | undefined) => (name === undefined ? null : projectKey(name));
  if (keyOf(here.project) === keyOf(project) && wallOf(here.team) === wallOf(team)) return;
  throw new Rejection(
    'conflict',
    'is here already, in another project or team: undo the import that brought it, or leave it there',
  );
}

/** What the vault said last that a received note came from, for the next revision: a message from before is then known. */
export function originIn(events: readonly ObservationFact[]): Origin | undefined {
  return events
    .flatMap(({ data }) => ('origin' in data && data.origin ? [data.origin] : []))
    .at(-1);
}

/** What a note says after an event of its stream. */
export function saidBy(event: ObservationFact): readonly NoteText[] {
  const isSaid = event.type === 'observation.saved' || event.type === 'observation.revised';
  return isSaid ? [event.data] : [];
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
