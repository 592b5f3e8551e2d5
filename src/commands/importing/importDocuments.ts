import type { ConventionsLine, PhasesLine, PromptLine } from '../../domain/archive/archiveLine.js';
import { secondsOfText } from '../../domain/time.js';
import { conventions, prompt, sdd } from '../../events/documents.js';
import type { Stream } from '../../events/family.js';
import { type Fact, projectStreamKeys, secondsOf, streamKey } from '../../events/recorded.js';
import type { VaultFact } from '../../events/vaultEvent.js';
import type { PrivacyFilter, RedactionCount } from '../../privacy/privacyFilter.js';
import { command } from '../command.js';
import { isSamePrompt, type PromptText } from '../documents.js';
import { addCounts, redactTexts } from '../redactTexts.js';
import { newStates, type Said, type Told, toldBy } from './history.js';
import { assertMayComeBack, assertRunIsOpen, type Imported, isByImport } from './run.js';

/** How a kind of documents is taken in: `Of` is what a line says of the document itself, `State` a version or phase of it. */
interface DocumentImport<Line, Of, State, F extends VaultFact> {
  readonly name: string;
  readonly stream: Stream<Told<F>, F>;
  readonly redact: (
    line: Line,
    filter: PrivacyFilter,
  ) => Promise<{ readonly of: Of; readonly states: readonly State[] }>;
  /** The key of its stream; behind it the one that an old log may have. */
  readonly keys: (of: Of) => readonly [today: string, ...earlier: string[]];
  readonly stateIn: (event: Said<F>) => State;
  readonly isSame: (one: State, other: State) => boolean;
  /** What is recorded of states that are new to a document of which `here` was said. */
  readonly facts: (states: readonly State[], of: Of, here: readonly Said<F>[]) => readonly F[];
}

/** A command that takes a document in with all its states, or with those that are new here. */
function documentImport<Line, Of, State, F extends VaultFact & Fact<string, unknown>>({
  name,
  stream,
  redact,
  keys,
  stateIn,
  isSame,
  facts,
}: DocumentImport<Line, Of, State, F>) {
  return command({
    name,
    redact: async ({ run, line }: Imported<Line>, filter) => {
      return { run, ...(await redact(line, filter)), earlier: stream.initial };
    },
    stream,
    streamKey: ({ of }) => keys(of)[0],
    async lookUp(input, read) {
      await assertRunIsOpen(read, input.run);
      const [, key] = keys(input.of);
      return key === undefined ? input : { ...input, earlier: await read(stream, key) };
    },
    decide(told, { of, states, earlier }) {
      assertMayComeBack(told);
      const here = [...earlier.events, ...told.events];
      const said = { states: here.map(stateIn), byImport: isByImport(here.at(-1)) };
      return facts(newStates(states, said, isSame), of, here);
    },
  });
}

/** Takes a prompt in under the id that it has here. */
export const importPrompt = documentImport({
  name: 'importPrompt',
  stream: toldBy(prompt),
  async redact({ id, created_at, ...line }: PromptLine, filter) {
    const { name, team, states } = await redactedVersions(line.name, line, filter);
    return { of: { id, name, team, created_at: secondsOfText(created_at) }, states };
  },
  keys: ({ name, team }) => [streamKey(name, team)],
  stateIn: ({ data }) => data,
  isSame: isSamePrompt,
  facts(states, of, here) {
    const last = here.at(-1)?.data;
    const { id, created_at } = last ?? of;
    let before: { readonly content?: string; readonly version: number } = last ?? { version: 0 };
    return states.map(({ content, tags, at, redactions }) => {
      // Tags that change alone make no version, as in a save.
      const version = before.version + (before.content === content ? 0 : 1);
      before = { content, version };
      const data = { ...of, id, created_at, version, content, tags, at, redactions };
      return { type: 'prompt.saved', data };
    });
  },
});

/** Takes the conventions of a project in. */
export const importConventions = documentImport({
  name: 'importConventions',
  stream: toldBy(conventions),
  async redact(line: ConventionsLine, filter) {
    const { name: project, team, states } = await redactedVersions(line.project, line, filter);
    return { of: { project, team }, states };
  },
  keys: ({ project, team }) => projectStreamKeys(project, team),
  stateIn: ({ data }) => ({ ...data, tags: [] }),
  isSame: (one, other) => one.content === other.content,
  facts(states, of, here) {
    const last = Math.max(0, ...here.map(({ data }) => data.version));
    return states.map(({ content, at, redactions }, i) => ({
      type: 'conventions.published',
      data: { ...of, version: last + i + 1, content, at, redactions },
    }));
  },
});

/** Takes the phases of a project in. A phase may come several times: its time tells which. */
export const importPhases = documentImport({
  name: 'importPhases',
  stream: toldBy(sdd),
  redact: async (line: PhasesLine, filter) => ({
    of: {
      project: (await filter(line.project)).text,
      team: line.team === undefined ? undefined : (await filter(line.team)).text,
    },
    states: line.phases.map(({ phase, at }) => ({ phase, at: secondsOfText(at) })),
  }),
  keys: ({ project, team }) => projectStreamKeys(project, team),
  stateIn: (event) => ({ phase: event.data.phase, at: secondsOf(event) }),
  isSame: (one, other) => one.phase === other.phase && one.at === other.at,
  facts: (states, of) =>
    states.map((entered) => ({ type: 'sdd.phase_entered', data: { ...of, ...entered } })),
});

interface Version extends PromptText {
  readonly at?: number | undefined;
  readonly redactions: readonly RedactionCount[];
}

/** The names and the versions of a line. What is redacted in the names counts with the first version. */
async function redactedVersions(
  named: string,
  line: Pick<PromptLine, 'team'> & {
    readonly versions: readonly { content: string; tags?: readonly string[]; at: string }[];
  },
  filter: PrivacyFilter,
) {
  const { redactions, ...names } = await redactTexts({ name: named, team: line.team }, filter);
  const states: Version[] = [];
  for (const { content, tags = [], at } of line.versions) {
    const texts = await redactTexts({ content, tags }, filter);
    states.push({
      ...texts,
      at: secondsOfText(at),
      redactions: states.length === 0 ? addCounts(redactions, texts.redactions) : texts.redactions,
    });
  }
  return { ...names, states };
}
