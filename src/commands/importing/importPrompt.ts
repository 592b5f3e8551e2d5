import type { PromptLine } from '../../domain/archive/archiveLine.js';
import type { Redacted } from '../../domain/privacy/privacyFilter.js';
import { secondsOfText } from '../../domain/time.js';
import { type PromptFact, prompt } from '../../events/prompt.js';
import { streamKey } from '../../events/recorded.js';
import { type Told, toldBy } from '../../events/told.js';
import { command } from '../command.js';
import { textRedactor } from '../textRedactor.js';
import { newStates } from './newStates.js';
import { assertMayComeBack, type Imported, inOpenRun, isByImport } from './openRun.js';

/** What a version of a prompt says. */
interface Said {
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
    const added = newStates<Said & Partial<(typeof states)[number]>>(states, said, saysSame);
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
export function saysSame(one: Said, other: Said): boolean {
  return one.content === other.content && one.tags.join('\n') === other.tags.join('\n');
}
