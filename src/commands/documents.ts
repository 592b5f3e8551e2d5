import { z } from 'zod';
import { isSameHolder } from '../domain/actor.js';
import { Name, NewName, optional, verbatimText } from '../domain/fields.js';
import { Tags } from '../domain/observation.js';
import { Rejection } from '../domain/rejection.js';
import { SddPhase } from '../domain/sdd.js';
import { toSeconds } from '../domain/time.js';
import { conventions, type PromptSaved, prompt, promptMaker, sdd } from '../events/documents.js';
import { projectStreamKey, projectStreamKeys, streamKey } from '../events/recorded.js';
import type { Change } from './assertMayChange.js';
import { command } from './command.js';
import { redactTexts } from './redactTexts.js';

/** The request to save a prompt. */
export const SavePrompt = z
  .strictObject({
    name: NewName,
    content: verbatimText(1, 524_288),
    tags: optional(Tags),
    team: optional(Name).meta({ description: 'The team that it belongs to; by default all.' }),
  })
  .meta({ id: 'SavePrompt' });
export type SavePrompt = z.output<typeof SavePrompt>;

/** A prompt to save: `author` is a member who may add versions only to prompts that he or she made. */
type Saving = Pick<SavePrompt, 'name' | 'content'> & Partial<SavePrompt> & Omit<Change, 'id'>;

interface RedactedPrompt
  extends Pick<PromptSaved, 'name' | 'team' | 'content' | 'redactions'>,
    Partial<Pick<PromptSaved, 'tags'>>,
    Omit<Change, 'id'> {
  /** The actor that made the prompt: looked up for an `author`. */
  readonly madeBy?: string | undefined;
}

/**
 * Saves a prompt under its name, for its team or for all. Changed content makes a new version. Missing tags stay unchanged,
 * and changed tags with the same content are stored without a new version. A member's prompt may neither continue nor hide
 * the one that the member's team has read under that name so far, unless the member made it.
 */
export const savePrompt = command({
  name: 'savePrompt',
  async redact({ author, ...texts }: Saving, filter): Promise<RedactedPrompt> {
    return { ...(await redactTexts(texts, filter)), author };
  },
  identity: ({ author: _, ...request }) => request,
  stream: prompt,
  streamKey: (input) => streamKey(input.name, input.team),
  async lookUp(input, read) {
    const { name, team, author } = input;
    if (!author) return input;
    const maker = (of?: string) => read(promptMaker, streamKey(name, of));
    return { ...input, madeBy: (await maker(team)) ?? (await maker()) };
  },
  decide(saved, { author, madeBy, ...input }, now) {
    if (author && madeBy !== undefined && !isSameHolder(madeBy, author.actor)) throw madeByOther();
    const before = saved?.data;
    const tags = input.tags ?? before?.tags ?? [];
    if (before && isSamePrompt(before, { ...input, tags })) return [];
    const version = before ? before.version + (before.content === input.content ? 0 : 1) : 1;
    const { id, created_at } = before ?? { id: now.id, created_at: toSeconds(now.at) };
    return [{ type: 'prompt.saved', data: { ...input, tags, version, id, created_at } }];
  },
});

/** What a version of a prompt says. */
export type PromptText = Pick<PromptSaved, 'content' | 'tags'>;

/** Whether two versions of a prompt say the same. */
export function isSamePrompt(one: PromptText, other: PromptText): boolean {
  return one.content === other.content && one.tags.join('\n') === other.tags.join('\n');
}

function madeByOther(): Rejection {
  const message =
    'only who made this prompt or an admin may add versions: save it under another name';
  return new Rejection('forbidden', message);
}

/** The request of the owner to publish conventions. */
export const PublishConventions = z
  .strictObject({
    content: verbatimText(0, 524_288),
    team: optional(Name).meta({ description: 'The team that they are for; by default all.' }),
  })
  .meta({ id: 'PublishConventions' });
export type PublishConventions = z.output<typeof PublishConventions>;

/** What is published, and for which project. */
interface Publishing extends Partial<PublishConventions> {
  readonly project: string;
  readonly content: string;
}

/**
 * Publishes a project's conventions, for a team or for all, as their next version, also after those in the stream of an
 * earlier release (`before`). Every publication is recorded.
 */
export const publishConventions = command({
  name: 'publishConventions',
  async redact({ project, team, content }: Publishing, filter) {
    return { ...(await redactTexts({ project, team, content }, filter)), before: 0 };
  },
  identity: ({ before: _before, ...request }) => request,
  stream: conventions,
  streamKey: (input) => projectStreamKey(input.project, input.team),
  async lookUp(input, read) {
    const [, earlier] = projectStreamKeys(input.project, input.team);
    const published = earlier === undefined ? undefined : await read(conventions, earlier);
    return { ...input, before: published?.data.version ?? 0 };
  },
  decide: (published, { before, ...input }) => [
    {
      type: 'conventions.published',
      data: { ...input, version: Math.max(published?.data.version ?? 0, before) + 1 },
    },
  ],
});

/** The request of the owner to move a project to a phase. */
export const EnterPhase = z
  .strictObject({
    phase: SddPhase,
    team: optional(Name).meta({
      description: 'The team whose phase it is; by default that of all.',
    }),
  })
  .meta({ id: 'EnterPhase' });
export type EnterPhase = z.output<typeof EnterPhase>;

/** The phase that is entered, and by which project. */
interface Entering extends Partial<EnterPhase> {
  readonly project: string;
  readonly phase: SddPhase;
}

/** Moves a project to a phase of spec-driven development. Any move is allowed and recorded. */
export const enterPhase = command({
  name: 'enterPhase',
  redact: async ({ project, team, phase }: Entering, filter) => ({
    project: (await filter(project)).text,
    team: team === undefined ? undefined : (await filter(team)).text,
    phase,
  }),
  stream: sdd,
  streamKey: (input) => projectStreamKey(input.project, input.team),
  decide: (_phase, { project, team, phase }) => [
    { type: 'sdd.phase_entered', data: { project, team, phase } },
  ],
});
