import { resolve } from 'node:path';
import { realPathBelow } from '../checkout/anchorFile.js';
import { pathBelow } from '../checkout/checkoutFile.js';
import type { Anchor } from '../domain/anchor.js';
import { MOST_FOLDERS } from '../domain/anchor.js';
import type { SessionLine } from '../domain/archive/archiveLine.js';
import { clientRef } from '../domain/clientRef.js';
import { projectKey } from '../domain/names.js';
import { formC } from '../domain/unicode.js';
import { fitText } from '../import/fitting.js';
import { noteRow, type PeerNote, sessionRow, timeText } from '../import/peerLines.js';
import { type SourceRow, sourceId } from '../import/sourceRow.js';
import type { Clean } from './extract/clean.js';
import type { Fix } from './extract/fixes.js';
import { type Gathered, MOST_SENTENCES, type Told } from './extract/gather.js';
import { sayings, wordingOf } from './extract/nearlySame.js';
import { firstSentences } from './extract/sentences.js';
import type { Tidy } from './tidyPaths.js';
import type { TranscriptAgent } from './transcript.js';

/** A conversation that is taken in. */
export interface Taken {
  readonly agent: TranscriptAgent;
  /** What the agent calls it. */
  readonly ref: string;
  readonly project: string;
  /** Where the files of the project are. */
  readonly root: string;
  /** Whether what a person wrote in it may be kept. */
  readonly keepsPrompts: boolean;
  readonly gathered: Gathered;
  readonly startedAt: number;
  readonly endedAt: number;
  /** Takes out of texts where somebody keeps his files. */
  readonly tidy: Tidy;
}

/** A work session that the vault has of it. */
export interface SessionHere
  extends Pick<SessionLine, 'id' | 'project' | 'team' | 'started_at' | 'state'> {
  /** What notes of it say already, as a hook has recorded them. */
  readonly titles: readonly string[];
}

/** In code points. */
const LONGEST = { goal: 200, summary: 1_000, title: 100, error: 240, command: 160 } as const;
const MOST_ANCHORS = 19;
const LONGEST_PATH = 1_024;

/** What all notes of transcripts are tagged with. */
export const TRANSCRIPT_TAG = 'transcript';

/** What all lines of backfill are called in ids. */
const SOURCE = 'backfill';

/** The session of a conversation where the vault has none of it. */
export const newSession = ({ agent, ref, project, startedAt }: Taken): SessionHere => ({
  project,
  id: sourceId(SOURCE, `${agent}\0${ref}`, startedAt),
  started_at: timeText(startedAt),
  state: 'ended',
  titles: [],
});

/**
 * The lines of a conversation: its work session, and the notes that are proposed of it. The id of a session derives from what the
 * agent calls the conversation, that of a note from its project and its words: a conversation that has grown gives what it gave
 * before, and one that was forked gives the same notes again, also those that somebody has refused since.
 */
export async function sessionRows(
  taken: Taken,
  here: SessionHere | undefined,
  clean: Clean,
): Promise<readonly SourceRow[]> {
  const session = (here ?? newSession(taken)).id;
  const { isNew } = sayings();
  for (const title of here?.titles ?? []) isNew(title);
  const rows = [here === undefined ? rowOfSession(taken, session) : rowOfHere(taken, here)];
  const fixes = await Promise.all(taken.gathered.fixes.map((fix) => noteOfFix(fix, taken, clean)));
  const { learnings } = taken.gathered;
  const sentences = taken.gathered.sentences.filter(
    ({ by }) => by === 'assistant' || taken.keepsPrompts,
  );
  const told = [...learnings, ...sentences].map((one) => noteOfTold(one, taken));
  let sentencesLeft = MOST_SENTENCES;
  for (const [i, note] of [...fixes, ...told].entries()) {
    const isSentence = i >= fixes.length + learnings.length;
    if (isSentence && sentencesLeft === 0) break;
    if (!isNew(`${note.title} ${note.content}`)) continue;
    if (isSentence) sentencesLeft -= 1;
    rows.push(rowOf(note, taken, { session, team: here?.team }));
  }
  return rows;
}

/** Its summary is the last that the agent said: most say then what they have done. */
function rowOfSession(taken: Taken, id: string): SourceRow {
  const { agent, ref, project, keepsPrompts, gathered, startedAt, endedAt, tidy } = taken;
  const prompt = tidy.places((keepsPrompts && gathered.firstPrompt) || '');
  return sessionRow({
    row: `${agent} ${clientRef(ref)}`,
    id,
    project,
    agent,
    goal: fitText(firstSentences(prompt, LONGEST.goal), LONGEST.goal) || undefined,
    summary: fitText(tidy.places(gathered.lastAnswer ?? '').trim(), LONGEST.summary) || undefined,
    clientRef: clientRef(ref),
    startedAt,
    endedAt,
  });
}

/** Of a session that the vault has, nothing is changed: a hook, or a run before, has recorded what it is about. */
function rowOfHere({ agent, ref }: Taken, here: SessionHere): SourceRow {
  const { id, project, team, started_at, state } = here;
  const line = { record: 'session' as const, id, project, team, agent, started_at, state };
  return { row: `${agent} ${clientRef(ref)}`, line };
}

/** A note before it is a line. */
interface Draft extends Pick<Told, 'title' | 'content' | 'files' | 'place' | 'at'> {
  readonly type: 'bugfix' | 'decision' | 'learning';
  /** What its id derives from. */
  readonly words: string;
}

const noteOfTold = (told: Told, { tidy }: Taken): Draft => ({
  ...told,
  words: `${told.title} ${told.content}`,
  title: fitText(tidy.places(told.title), LONGEST.title),
  content: tidy.places(told.content),
});

async function noteOfFix(fix: Fix, taken: Taken, clean: Clean): Promise<Draft> {
  const { name, files, between, times, place, at } = fix;
  const { tidy } = taken;
  const errors = fix.errors.map((line) => fitText(reduced(tidy.all(line)), LONGEST.error));
  const command = (line: string) => `\`${fitText(oneLine(tidy.all(line)), LONGEST.command)}\``;
  const [failed, worked] = [command(fix.failed), command(fix.worked)];
  const others = between.map(command);
  const as = failed === worked ? '' : ` as ${worked}`;
  const after = others.length > 0 ? ` after ${others.join(', ')}` : '';
  const ways = [as, after].filter((way) => way !== '');
  const changed = pathsBelow(files, taken);
  const edited =
    files.length > 0 ? ` once ${namesOf(await clean(changed.join('\n')))} changed` : '';
  const count = times > 1 ? ` ${times} times` : '';
  return {
    type: 'bugfix',
    title: fitText(`${tidy.all(name)} fails with "${errors[0] ?? ''}"`, LONGEST.title),
    content: [
      `${failed} failed${count}:`,
      errors.map((line) => `    ${line}`).join('\n'),
      `It worked${ways.join(',')}${edited}.`,
    ].join('\n\n'),
    words: [fix.failed, ...fix.errors.map(reduced), fix.worked].join(' '),
    files,
    place: `${place} fix`,
    at,
  };
}

/** Such as `src/a.ts and src/b.ts were`; of files outside of the project, nothing is said but that there are some. */
function namesOf(paths: string): string {
  const names = paths.split('\n').filter((path) => path !== '');
  if (names.length === 0) return 'files outside of the project were';
  const [last = '', ...others] = names.toReversed();
  if (others.length === 0) return `${last} was`;
  return `${others.toReversed().join(', ')} and ${last} were`;
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** A line of an output without what differs from day to day: addresses, long numbers, hex digits. */
const reduced = (line: string): string =>
  oneLine(line)
    .replaceAll(/\b0x[\da-f]+\b|\b(?=[a-f]*\d)[\da-f]{7,}\b/gi, '…')
    .replaceAll(/(?<![\w.])\d{2}:\d{2}:\d{2}(?:[.,]\d+)?/g, '…')
    .replaceAll(/(?<![A-Za-z\d._-])\d{3,}(?![\w-])/g, '…');

function rowOf(
  { type, title, content, words, files, place, at }: Draft,
  taken: Taken,
  of: Pick<PeerNote, 'session' | 'team'>,
): SourceRow {
  const { agent, ref, project } = taken;
  const note: PeerNote = {
    row: `${agent} ${clientRef(ref)} ${place}`,
    id: sourceId(SOURCE, `${projectKey(project)}\0${wordingOf(withoutFolders(words))}`, 0),
    type,
    title,
    content,
    tags: [TRANSCRIPT_TAG, agent],
    project,
    author: agent,
    ...of,
    anchors: anchorsOf(files, taken),
    state: 'proposed',
    // What came before the first time.
    at: at || taken.startedAt,
  };
  return noteRow(note);
}

/** A text with the last name of each path: where the files of a project are is another place tomorrow. */
const withoutFolders = (text: string): string =>
  text
    .split(/\s+/)
    .map((word) => word.slice(Math.max(word.lastIndexOf('/'), word.lastIndexOf('\\')) + 1))
    .join(' ');

/** The files from the root of their project, at the commit that was checked out. Those outside of it are left out. */
function anchorsOf(files: readonly string[], taken: Taken): readonly Anchor[] | undefined {
  const { commit, branch } = taken.gathered;
  const head = {
    ...(commit !== undefined && /^[0-9a-f]{7,64}$/.test(commit) && { commit }),
    ...(isBranch(branch) && { branch: formC(branch) }),
  };
  const named = pathsBelow(files, taken).slice(0, MOST_ANCHORS);
  if (named.length > 0) return named.map((path) => ({ path, ...head }));
  return Object.keys(head).length > 0 ? [head] : undefined;
}

const isBranch = (name: string | undefined): name is string =>
  name !== undefined && name.trim() !== '' && name.length <= LONGEST_PATH;

/** Files of the project, from its root. */
function pathsBelow(files: readonly string[], { root, gathered }: Taken): readonly string[] {
  const { folder = root } = gathered;
  const paths = files.flatMap((file) => {
    const at = resolve(folder, file);
    const path = pathBelow(root, at) ?? realPathBelow(root, at) ?? '';
    return isAnchor(path) ? [formC(path)] : [];
  });
  return [...new Set(paths)];
}

/** What the vault takes as the path of an anchor. One with a replaced letter names no file. */
const isAnchor = (path: string): boolean =>
  path.trim() !== '' &&
  path.length <= LONGEST_PATH &&
  !/[\\\uFFFD]/.test(path) &&
  path.split('/').length <= MOST_FOLDERS;
