import type { ConventionsLine, PhasesLine, PromptLine } from '../../domain/archive/archiveLine.js';
import type { SddPhase } from '../../domain/sdd.js';
import { secondsOfText } from '../../domain/time.js';
import { conventions, prompt, sdd } from '../../events/documents.js';
import { projectStreamKeys, secondsOf, streamKey } from '../../events/recorded.js';
import type { RedactionCount } from '../../privacy/privacyFilter.js';
import { isSamePrompt, type PromptText } from '../documents.js';
import { redactTexts } from '../redactTexts.js';
import { toldBy } from './history.js';
import { redactStates, stateful } from './states.js';

/** What a document says from a moment on, which is now where there is no time. */
interface Version {
  readonly content: PromptText['content'];
  readonly at?: number | undefined;
  readonly redactions?: readonly RedactionCount[];
}

/** Prompts, under the ids that they have here. */
export const prompts = stateful({
  name: 'importPrompt',
  stream: toldBy(prompt),
  async redact({ id, created_at, name, team, versions }: PromptLine, filter) {
    const { redactions, ...names } = await redactTexts({ name, team }, filter);
    const states: readonly (Version & PromptText)[] = await redactStates(
      redactions,
      versions,
      async ({ at, ...texts }) => ({
        ...(await redactTexts(texts, filter)),
        at: secondsOfText(at),
      }),
    );
    return { of: { id, ...names, created_at: secondsOfText(created_at) }, states };
  },
  keys: ({ name, team }) => [streamKey(name, team)],
  ofIn: ({ data: { id, name, team, created_at } }) => ({ id, name, team, created_at }),
  stateIn: ({ data: { content, tags, at } }) => ({ content, tags, at }),
  isSame: (one, other) => isSamePrompt(one, other),
  facts(states, of, here) {
    const last = here.at(-1)?.data;
    const { id, created_at } = last ?? of;
    let before: { readonly content?: string; readonly version: number } = last ?? { version: 0 };
    return states.map(({ content, tags, at, redactions = [] }) => {
      // Tags that change alone make no version, as in a save.
      const version = before.version + (before.content === content ? 0 : 1);
      before = { content, version };
      const data = { ...of, id, created_at, version, content, tags, at, redactions };
      return { type: 'prompt.saved', data };
    });
  },
  forgotten: ({ data: { id } }) => ({ type: 'prompt.forgotten', data: { id } }),
});

/** The conventions of projects. */
export const projectConventions = stateful({
  name: 'importConventions',
  stream: toldBy(conventions),
  async redact({ project, team, versions }: ConventionsLine, filter) {
    const { redactions, ...of } = await redactTexts({ project, team }, filter);
    const states: readonly Version[] = await redactStates(
      redactions,
      versions,
      async ({ at, ...texts }) => ({
        ...(await redactTexts(texts, filter)),
        at: secondsOfText(at),
      }),
    );
    return { of, states };
  },
  keys: ({ project, team }) => projectStreamKeys(project, team),
  ofIn: ({ data: { project, team } }) => ({ project, team }),
  stateIn: ({ data: { content, at } }) => ({ content, at }),
  isSame: (one, other) => one.content === other.content,
  facts(states, of, here) {
    const last = Math.max(0, ...here.map(({ data }) => data.version));
    return states.map(({ content, at, redactions = [] }, i) => ({
      type: 'conventions.published',
      data: { ...of, version: last + i + 1, content, at, redactions },
    }));
  },
  forgotten: () => ({ type: 'conventions.forgotten', data: {} }),
});

/** The phases of projects. A phase may come several times: its time tells which. */
export const phases = stateful({
  name: 'importPhases',
  stream: toldBy(sdd),
  redact: async (line: PhasesLine, filter) => ({
    of: {
      project: (await filter(line.project)).text,
      team: line.team === undefined ? undefined : (await filter(line.team)).text,
    },
    states: line.phases.map(({ phase, at }): { phase: SddPhase; at?: number | undefined } => {
      return { phase, at: secondsOfText(at) };
    }),
  }),
  keys: ({ project, team }) => projectStreamKeys(project, team),
  ofIn: ({ data: { project, team } }) => ({ project, team }),
  stateIn: (event) => ({ phase: event.data.phase, at: secondsOf(event) }),
  isSame: (one, other) => one.phase === other.phase && one.at === other.at,
  facts: (states, of) =>
    states.map((entered) => ({ type: 'sdd.phase_entered', data: { ...of, ...entered } })),
  forgotten: () => ({ type: 'sdd.forgotten', data: {} }),
});
