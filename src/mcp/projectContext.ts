import { type Observation, type VaultClient, VaultError } from 'memory-vault-client';
import type { WorkingCopy } from '../checkout/workingCopy.js';
import type { ChosenProject } from '../connect/chosenProject.js';
import { fairShares } from '../domain/fairShares.js';
import { LAYERS, type Layer, layersOf, ONE_FOR_LAYERS_IN } from '../domain/layers.js';
import { projectKey } from '../domain/names.js';
import { isSmall } from '../domain/smallNote.js';
import { START_PARTS, type StartPart } from '../domain/startSettings.js';
import { suspicionOfText } from '../domain/suspect.js';
import { estimateTokens } from '../domain/tokens.js';
import type { GivenNote } from '../domain/told.js';
import { IN_SHORT, type Part, partOfRows, partOfText } from './text/contextParts.js';
import { type Bounds, shortened } from './text/cut.js';
import { indexRows, READ_FOR_ROWS } from './text/noteText.js';
import { givenNote } from './tool.js';

/** The largest budget that `memory_context` takes. */
export const MOST_TOKENS = 20_000;

/** What an answer has around a context, at most. */
const MOST_AROUND = 200;

/** Rows of notes: so many, and in larger budgets one for so many tokens, as far as the service gives them. */
const ROWS = { least: 20, tokensEach: 80, most: 100 } as const;

/** Ended sessions in which a summary is looked for: an agent may end one without a word. */
const LOOKED_AT = 10;

/** Code points and tokens of a title. */
const TITLE = { longest: 80, least: 12, most: 60 } as const;
/** For the heading of a part, and for what else a row says. */
const AROUND_TITLE = 40;

const END = 'memory_context with more max_tokens shows more.';
const END_OF_LONGEST = 'The REST API gives all of it.';
const END_TOKENS = estimateTokens(END);

/** What is told of a project, and which notes are in it. */
export interface ProjectContext {
  readonly text: string;
  readonly given: readonly GivenNote[];
}

interface Wanted {
  /** Of the whole text, at most. */
  readonly tokens: number;
  /** The project of the folder, which may say what is told of it. */
  readonly around?: Pick<ChosenProject, 'project' | 'start'> | undefined;
  readonly workingCopy?: Pick<WorkingCopy, 'changed' | 'touched'> | undefined;
}

/**
 * What is worth knowing at the start: the summary of the last session, the conventions, and an index of the pinned notes, of those
 * about the files that the branch of `workingCopy` touches, and of the newest ones. Each part has its shortest form, the same share of
 * the other tokens, and a part of what the others leave. Behind them stand the layers of the project, each under its own heading, in a
 * quarter of the tokens or what the project leaves. A note whose files have changed since says so. Undefined for a project without
 * any of them.
 */
export async function projectContext(
  vault: VaultClient,
  project: string,
  { tokens, around, workingCopy }: Wanted,
): Promise<ProjectContext | undefined> {
  const asked = partsOf(project, around);
  const withLayers = asked.includes('layers');
  const parts = asked.filter((part) => part !== 'layers');
  const touched = parts.includes('files') ? await workingCopy?.touched(project) : undefined;
  const files = new Set(touched);
  const path = { project };
  const [ended, conventions, everywhere, found] = await Promise.all([
    vault.GET('/api/v1/sessions/all', {
      params: { query: { project, state: 'ended', limit: LOOKED_AT } },
    }),
    vault.GET('/api/v1/openspec/{project}', { params: { path } }),
    withLayers && layersOf(project).includes('everywhere')
      ? vault.GET('/api/v1/openspec/{project}', { params: { path: { project: 'everywhere' } } })
      : undefined,
    contextNotes(vault, project, [...files], {
      limit: limitFor(tokens, asked),
      content_limit: READ_FOR_ROWS,
    }),
  ]);
  const notes = found.filter(({ layer }) => withLayers || !layer);
  const session = ended.data.find(({ summary }) => summary);
  const said = session?.summary ?? '';
  // Whoever ends a session writes what all agents are told first.
  const summary = suspicionOfText(said) === null ? said : '';
  const agreed = conventions.data.content;
  const agreedEverywhere = everywhere ? everywhere.data.content : '';
  const kinds = notes.map((note) => kindOf(note, files));
  const has: Record<OfProject, boolean> = {
    summary: summary !== '',
    conventions: agreed !== '',
    pinned: kinds.includes('pinned'),
    files: kinds.includes('about files'),
    newest: kinds.includes('other') || kinds.includes('small'),
  };
  const inLayers = [agreedEverywhere !== '', ...LAYERS.map((layer) => kinds.includes(layer))];
  const count = [...parts.map((part) => has[part]), ...inLayers].filter(Boolean).length;
  const title = titleIn(tokens / count);
  // A layer has a heading.
  const ofProject = notes.map(({ layer: _, ...note }) => note);
  const rows = indexRows(ofProject, { title, changed: workingCopy?.changed(notes) });
  const rowsOf = (kind: Kind) => rows.filter((_, i) => kinds[i] === kind);
  const small = notes.filter((_, i) => kinds[i] === 'small');
  const shortOf = (note: Observation) =>
    shortened(wholeOf(note), { ...title, longest: 2 * TITLE.longest });
  const all: Record<OfProject, Part> = {
    summary: partOfText(`Last session, ${session?.ended_at?.slice(0, 10)}`, summary, tokens),
    conventions: partOfText('Conventions', agreed, tokens),
    pinned: partOfRows('Pinned notes:', rowsOf('pinned')),
    files: partOfRows('Notes about files of this branch:', rowsOf('about files')),
    newest: partOfRows('Newest notes:', rowsOf('other'), small.map(shortOf)),
  };
  const own = parts.map((part) => all[part]);
  const layers = [
    partOfRows('Personal notes of this user:', rowsOf('personal')),
    partOfText('Conventions of every project', agreedEverywhere, tokens),
    partOfRows('Notes for every project:', rowsOf('everywhere')),
  ];
  const shown = [...own, ...layers];
  const total = tokens - END_TOKENS;
  const forLayers = Math.min(
    wantedBy(layers),
    Math.max(Math.floor(total / ONE_FOR_LAYERS_IN), total - wantedBy(own)),
  );
  const shares = [...fairShares(total - forLayers, own), ...fairShares(forLayers, layers)];
  const lines = await Promise.all(
    shown.map(async (part, i) => (shares[i] ? part.within(shares[i]) : [])),
  );
  if (!lines.some((some) => some.length > 0)) return undefined;
  const isCut = shown.some(({ wanted }, i) => wanted > (shares[i] ?? 0));
  const end = tokens < MOST_TOKENS - MOST_AROUND ? END : END_OF_LONGEST;
  const told = lines.flat();
  const given = notes.filter((note, i) =>
    kinds[i] === 'small' ? isInShort(told, shortOf(note)) : told.includes(rows[i] ?? ''),
  );
  return { text: [...told, ...(isCut ? [end] : [])].join('\n'), given: given.map(givenNote) };
}

/** A part of the project itself. */
type OfProject = Exclude<StartPart, 'layers'>;

const wantedBy = (parts: readonly Part[]) => parts.reduce((sum, { wanted }) => sum + wanted, 0);

/** Whether a small note is in the line of those. */
const isInShort = (lines: readonly string[], text: string) =>
  lines.some((line) => line.startsWith(IN_SHORT) && line.includes(text));

/** Notes of parts that are left out take places, too. */
function limitFor(tokens: number, parts: readonly StartPart[]): number {
  if (parts.length < START_PARTS.length) return ROWS.most;
  return Math.floor(Math.min(Math.max(tokens / ROWS.tokensEach, ROWS.least), ROWS.most));
}

/** A row is to fit into a part of so many tokens. */
function titleIn(ofPart: number): Bounds {
  const tokens = Math.floor(ofPart) - AROUND_TITLE;
  return { longest: TITLE.longest, tokens: Math.max(TITLE.least, Math.min(TITLE.most, tokens)) };
}

/** What is told, in this order. Where a project is told nothing at its start, who asks all the same gets everything. */
function partsOf(project: string, around: Wanted['around']): readonly StartPart[] {
  const isOwn = around !== undefined && projectKey(around.project) === projectKey(project);
  const { parts = START_PARTS } = (isOwn && around.start) || {};
  return parts;
}

/** The notes of a context. An older vault, which knows no `file`, gives the pinned and the newest. */
export async function contextNotes(
  vault: VaultClient,
  project: string,
  files: readonly string[],
  more: { readonly limit?: number; readonly content_limit?: number } = {},
): Promise<readonly ContextNote[]> {
  const query = { spread: 'true', ...more, ...(files.length > 0 && { file: [...files] }) } as const;
  try {
    const params = { path: { project }, query };
    return (await vault.GET('/api/v1/context/{project}', { params })).data;
  } catch (error) {
    const isOlder = error instanceof VaultError && error.status === 400 && files.length > 0;
    if (!isOlder) throw error;
    return contextNotes(vault, project, [], more);
  }
}

/** A note of a context, with the layer that it comes from where it is not of the project. */
type ContextNote = Observation & { readonly layer?: Layer | undefined };

/** All that a small note says. */
function wholeOf({ title, content }: Observation): string {
  if (content.includes(title)) return content;
  return title.includes(content) ? title : `${title}: ${content}`;
}

type Kind = 'pinned' | 'about files' | 'small' | 'other' | Layer;

function kindOf(note: ContextNote, files: ReadonlySet<string>): Kind {
  const { type, title, content, content_bytes, pinned, anchors = [], layer } = note;
  if (layer) return layer;
  if (pinned) return 'pinned';
  if (anchors.some(({ path }) => path !== undefined && files.has(path))) return 'about files';
  const bytes = content_bytes ?? Buffer.byteLength(content);
  return isSmall({ type, title, bytes }) ? 'small' : 'other';
}
