import type { NoteLine, NoteState } from '../../domain/archive/archiveLine.js';
import { wallOf } from '../../domain/caller.js';
import { contentHash } from '../../domain/hash.js';
import { projectKey } from '../../domain/names.js';
import type { Redacted } from '../../domain/privacy/privacyFilter.js';
import { Rejection } from '../../domain/rejection.js';
import { secondsOfText } from '../../domain/time.js';
import {
  changesNote,
  type ObservationFact,
  type ObservationRevised,
  type ObservationState,
  observation,
  pin,
} from '../../events/observation.js';
import { command } from '../command.js';
import { type TextRedactor, textRedactor } from '../textRedactor.js';
import { newStates, type Told, toldBy } from './history.js';
import { assertMayComeBack, type Imported, inOpenRun, isByImport } from './run.js';

/** What a note says, redacted. */
type Said = Pick<ObservationRevised, 'type' | 'title' | 'content' | 'tags' | 'content_hash'>;

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
    const { type, title, content } = line;
    const redacted = textRedactor(filter);
    const names = await redacted.named({ project, team, country, author });
    const newest = { type, title, content, tags: line.tags, at: line.created_at };
    const states = [];
    // The redactions in the names count with those of the first text.
    for (const [i, state] of (line.revisions ?? [newest]).entries()) {
      const texts = i === 0 ? redacted : textRedactor(filter);
      states.push(await redactedState(state, names.project, texts));
    }
    const created_at = secondsOfText(line.created_at);
    return { run, made: { id, session_id, ...names, created_at, supersedes }, states };
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
    const added = newStates<Said & Partial<(typeof states)[number]>>(states, said, saysSame);
    return added.map((state, i): ObservationFact => {
      const { redactions = [], ...rest } = state;
      return here.length === 0 && i === 0
        ? { type: 'observation.saved', data: { ...made, ...rest, redactions } }
        : {
            type: 'observation.revised',
            data: { id, session_id, project, ...rest, redactions, ...origin },
          };
    });
  },
});

async function redactedState(
  { type, at, ...texts }: NoteState,
  project: Redacted | undefined,
  redacted: TextRedactor,
) {
  const title = await redacted.text(texts.title);
  const content = await redacted.text(texts.content);
  const tags = await redacted.tags(texts.tags);
  const content_hash = contentHash({ type, title, content, project });
  const redactions = redacted.finds();
  return { type, title, content, tags, content_hash, at: secondsOfText(at), redactions };
}

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
export function originIn(events: readonly ObservationFact[]): Pick<ObservationRevised, 'origin'> {
  const origins = events.flatMap(({ data }) =>
    'origin' in data && data.origin ? [data.origin] : [],
  );
  const origin = origins.at(-1);
  return origin ? { origin } : {};
}

/** What a note says after an event of its stream. */
export function saidBy(event: ObservationFact): readonly Said[] {
  const isSaid = event.type === 'observation.saved' || event.type === 'observation.revised';
  return isSaid ? [event.data] : [];
}

/** Whether two states of a note say the same; the times at which they were written may differ. */
export function saysSame(one: Said, other: Said): boolean {
  return (
    one.content_hash === other.content_hash &&
    one.tags.length === other.tags.length &&
    one.tags.every((tag, i) => tag === other.tags[i])
  );
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
