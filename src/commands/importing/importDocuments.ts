import type { ConventionsLine, PhasesLine, PromptLine } from '../../domain/archive/archiveLine.js';
import type { Redacted } from '../../domain/privacy/privacyFilter.js';
import type { SddPhase } from '../../domain/sdd.js';
import { secondsOfText } from '../../domain/time.js';
import {
  type ConventionsFact,
  conventions,
  type PromptFact,
  prompt,
  type SddFact,
  sdd,
} from '../../events/documents.js';
import { projectStreamKey, secondsOf, streamKey } from '../../events/recorded.js';
import { command } from '../command.js';
import { textRedactor } from '../textRedactor.js';
import { newStates, type Told, toldBy } from './history.js';
import { assertMayComeBack, type Imported, inOpenRun, isByImport, withEarlier } from './run.js';

/** What a version of a prompt says. */
interface PromptSaid {
  readonly content: Redacted;
  readonly tags: readonly Redacted[];
}

/** Takes a prompt in with all its versions, or with those that are new here, under the id that it has here. */
export const importPrompt = command({
  name: 'importPrompt',
  async redact({ run, line }: Imported<PromptLine>, filter) {
    const redacted = textRedactor(filter);
    const name = await redacted.text(line.name);
    const { team } = await redacted.named({ team: line.team });
    const states = [];
    for (const [i, version] of line.versions.entries()) {
      const texts = i === 0 ? redacted : textRedactor(filter);
      const content = await texts.text(version.content);
      const tags = await texts.tags(version.tags);
      states.push({ content, tags, at: secondsOfText(version.at), redactions: texts.finds() });
    }
    const made = { id: line.id, name, team, created_at: secondsOfText(line.created_at) };
    return { run, made, states };
  },
  stream: toldBy(prompt),
  streamKey: ({ made }) => streamKey(made.name, made.team),
  lookUp: inOpenRun,
  decide(told, { made, states }) {
    assertMayComeBack(told);
    const here = savedIn(told);
    const last = here.at(-1);
    const said = { states: here.map(({ data }) => data), byImport: isByImport(last) };
    const added = newStates<PromptSaid & Partial<(typeof states)[number]>>(
      states,
      said,
      isSamePrompt,
    );
    const { id, created_at } = last?.data ?? made;
    let before: { readonly content?: string; readonly version: number } = last?.data ?? {
      version: 0,
    };
    return added.map((state) => {
      const { content, tags, at, redactions = [] } = state;
      // Tags that change alone make no version, as in a save.
      const version = before.version + (before.content === content ? 0 : 1);
      before = { content, version };
      const data = { ...made, id, created_at, version, content, tags, at, redactions };
      return { type: 'prompt.saved', data };
    });
  },
});

/** The events of a prompt that say something. */
export function savedIn({ events }: Told<PromptFact>) {
  return events.filter((event) => event.type === 'prompt.saved');
}

/** Whether two versions of a prompt say the same. */
export function isSamePrompt(one: PromptSaid, other: PromptSaid): boolean {
  return one.content === other.content && one.tags.join('\n') === other.tags.join('\n');
}

const conventionsHistory = toldBy(conventions);
const NO_CONVENTIONS: Told<ConventionsFact> = conventionsHistory.initial;

/** Takes the conventions of a project in with all their versions, or with those that are new here. */
export const importConventions = command({
  name: 'importConventions',
  async redact({ run, line }: Imported<ConventionsLine>, filter) {
    const redacted = textRedactor(filter);
    const project = await redacted.text(line.project);
    const { team } = await redacted.named({ team: line.team });
    const states = [];
    for (const [i, version] of line.versions.entries()) {
      const texts = i === 0 ? redacted : textRedactor(filter);
      const content = await texts.text(version.content);
      states.push({ content, at: secondsOfText(version.at), redactions: texts.finds() });
    }
    return { run, made: { project, team }, states, earlier: NO_CONVENTIONS };
  },
  stream: conventionsHistory,
  streamKey: ({ made }) => projectStreamKey(made.project, made.team),
  lookUp: (input, read) => withEarlier(conventionsHistory, input, read),
  decide(state, { made, states, earlier }) {
    assertMayComeBack(state);
    const here = [...publishedIn(earlier), ...publishedIn(state)];
    const said = { states: here.map(({ data }) => data), byImport: isByImport(here.at(-1)) };
    const added = newStates<{ content: Redacted } & Partial<(typeof states)[number]>>(
      states,
      said,
      (one, other) => one.content === other.content,
    );
    const version = Math.max(0, ...here.map(({ data }) => data.version));
    return added.map(({ content, at, redactions = [] }, i) => ({
      type: 'conventions.published',
      data: { ...made, version: version + i + 1, content, at, redactions },
    }));
  },
});

/** The events that publish conventions. */
export function publishedIn({ events }: Told<ConventionsFact>) {
  return events.filter((event) => event.type === 'conventions.published');
}

const phasesHistory = toldBy(sdd);
const NO_PHASES: Told<SddFact> = phasesHistory.initial;

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
    earlier: NO_PHASES,
  }),
  stream: phasesHistory,
  streamKey: ({ made }) => projectStreamKey(made.project, made.team),
  lookUp: (input, read) => withEarlier(phasesHistory, input, read),
  decide(state, { made, states, earlier }) {
    assertMayComeBack(state);
    const here = [...enteredIn(earlier), ...enteredIn(state)];
    const said = {
      states: here.map((event) => ({ phase: event.data.phase, at: secondsOf(event) })),
      byImport: isByImport(here.at(-1)),
    };
    return newStates<Entered>(states, said, isSamePhase).map((entered) => ({
      type: 'sdd.phase_entered',
      data: { ...made, ...entered },
    }));
  },
});

/** The events that enter a phase. */
export function enteredIn({ events }: Told<SddFact>) {
  return events.filter((event) => event.type === 'sdd.phase_entered');
}

const isSamePhase = (one: Entered, other: Entered) =>
  one.phase === other.phase && one.at === other.at;
