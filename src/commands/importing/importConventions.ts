import type { ConventionsLine } from '../../domain/archive/archiveLine.js';
import type { Redacted } from '../../domain/privacy/privacyFilter.js';
import { secondsOfText } from '../../domain/time.js';
import { type ConventionsFact, conventions } from '../../events/conventions.js';
import { projectStreamKey } from '../../events/recorded.js';
import { type Told, toldBy } from '../../events/told.js';
import { command } from '../command.js';
import { textRedactor } from '../textRedactor.js';
import { newStates } from './newStates.js';
import { assertMayComeBack, type Imported, isByImport, withEarlier } from './openRun.js';

const told = toldBy(conventions);
const NOTHING: Told<ConventionsFact> = told.initial;

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
    return { run, made: { project, team }, states, earlier: NOTHING };
  },
  stream: told,
  streamKey: ({ made }) => projectStreamKey(made.project, made.team),
  lookUp: (input, read) => withEarlier(told, input, read),
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
