import { assertCanBeMade, type ConfigFile, FileProblem, readConfigFile } from './configFile.js';
import { type Edited, type Own, setUpFile, takeBackFile, thereInFile } from './editFile.js';
import { type Settings, settingsOf } from './launch.js';
import type { FileRecord } from './manifest.js';
import type { WantedFile } from './wantedFile.js';

/** What is to happen to one file: to its text, and to what setup has in it. */
export interface PlannedFile extends Omit<Edited, 'text'> {
  readonly owner: FileRecord['owner'];
  readonly kind: WantedFile['kind'];
  readonly file: ConfigFile;
  /** Its text afterwards; undefined for a file that is to go, or is not made. */
  readonly after: string | undefined;
  readonly record: FileRecord | undefined;
  /** Settings of the entry that is there, by their names, which the entry that is to replace it would not have. */
  readonly dropped: Settings;
}

/** A file that somebody's setup is to have. */
export interface OwnedFile {
  readonly owner: FileRecord['owner'];
  readonly wanted: WantedFile;
}

/** The records of all files; undefined where nothing is known of earlier setups. */
type Records = readonly FileRecord[] | undefined;

/**
 * What is to be done to have all files of `files`, and to take back what was written into those of `unwanted`. Nothing is
 * written. Throws one error that names every file that cannot be edited.
 */
export function planSetup(
  files: readonly OwnedFile[],
  unwanted: readonly OwnedFile[],
  records: Records,
): readonly PlannedFile[] {
  const wanted = merged(files);
  const others = unwanted.filter((one) => !wanted.some((two) => isSameFile(one, two)));
  return allOf([
    ...wanted.map((one) => () => planOne(one, records)),
    ...others.filter((one) => mayBeOurs(one, records)).map((one) => () => planBack(one, records)),
  ]);
}

/** What is to be done to take back what was written for these owners. `files` is what a setup would write now. */
export function planRemoval(
  owners: readonly FileRecord['owner'][],
  files: readonly OwnedFile[],
  records: Records,
): readonly PlannedFile[] {
  const wanted = merged(files);
  // Where the notes are lost, only a look into the file says whether something of ours is in it.
  const own = wanted.filter((one) => records === undefined || mayBeOurs(one, records));
  const known = own.map((one) => () => planBack(one, records));
  const others = (records ?? []).filter(
    ({ owner, path }) => owners.includes(owner) && !wanted.some((one) => one.wanted.path === path),
  );
  return allOf([...known, ...others.map((one) => () => planBack(ofRecord(one), records))]);
}

/** A file that setup has written and would not write now. */
function ofRecord({ owner, kind, path, pieces }: FileRecord): OwnedFile {
  const isOlder = () => false;
  // The last piece is the table itself; the one before it may be the mapping that setup made around it.
  const [group = '', name = ''] = pieces.at(-1)?.pointer ?? [];
  switch (kind) {
    case 'json':
      return { owner, wanted: { kind, path, entries: [] } };
    case 'toml':
    case 'yaml':
      return { owner, wanted: { kind, path, table: [group, name], value: {}, isOlder } };
    case 'text':
      return { owner, wanted: { kind, path, block: '' } };
    case 'whole':
      return { owner, wanted: { kind, path, text: '', isOlder } };
  }
}

/** False for a file in which setup noted nothing and which cannot be read: that is no reason not to take back the others. */
function mayBeOurs({ wanted }: OwnedFile, records: Records): boolean {
  if (records?.some(({ path }) => path === wanted.path)) return true;
  try {
    const { text } = readConfigFile(wanted.path);
    return text !== undefined && thereInFile(wanted, text).length > 0;
  } catch (error) {
    if (error instanceof FileProblem) return false;
    throw error;
  }
}

function planOne({ owner, wanted }: OwnedFile, records: Records): PlannedFile {
  const file = readConfigFile(wanted.path);
  if (file.text === undefined) assertCanBeMade(wanted.path);
  const record = records?.find(({ path }) => path === wanted.path);
  const own = ownIn(wanted, file, records, record);
  const { text: after, ...edited } = setUpFile(wanted, file.text, own);
  const isReplaced = edited.changes.some(({ state }) => state === 'updated');
  const dropped = isReplaced ? droppedSettings(wanted, file.text ?? '') : {};
  return { owner, kind: wanted.kind, file, after, ...edited, record, dropped };
}

/** What the servers in a text pass on and what is wanted does not: they would be silently led to another vault. */
function droppedSettings(wanted: WantedFile, text: string): Settings {
  const pairs = thereInFile(wanted, text).flatMap(({ value, wanted: after }) => {
    const next = settingsOf(after);
    return Object.entries(settingsOf(value)).filter(([name]) => !Object.hasOwn(next, name));
  });
  return Object.fromEntries(pairs);
}

function planBack({ owner, wanted }: OwnedFile, records: Records): PlannedFile {
  const { path, kind } = wanted;
  const file = readConfigFile(path);
  const record = records?.find((one) => one.path === path);
  const nothing = { owner, kind, file, record, dropped: {} };
  if (file.text === undefined) return { ...nothing, after: undefined, pieces: [], changes: [] };
  const { text, ...back } = takeBackFile(wanted, file.text, ownIn(wanted, file, records, record));
  // A file that setup did not make stays, also when nothing is in it.
  const isOurs = kind === 'whole' || record?.created === true;
  return { ...nothing, ...back, after: isOurs ? text : (text ?? '') };
}

const isSameFile = (one: OwnedFile, two: OwnedFile) => one.wanted.path === two.wanted.path;

/** What setup has in a file: as it noted, or where all its notes are lost, as it recognises. */
function ownIn(
  wanted: WantedFile,
  { text }: ConfigFile,
  records: Records,
  record: FileRecord | undefined,
): Own {
  if (record) return record;
  if (records !== undefined || text === undefined) return { pieces: [] };
  return { pieces: thereInFile(wanted, text).flatMap(({ older }) => older ?? []) };
}

/** One wanted file for each path: an agent may keep its servers and its hooks in the same one. */
function merged(files: readonly OwnedFile[]): readonly OwnedFile[] {
  const byPath = new Map<string, OwnedFile>();
  for (const one of files) {
    const before = byPath.get(one.wanted.path);
    if (before?.wanted.kind === 'json' && one.wanted.kind === 'json') {
      const entries = [...before.wanted.entries, ...one.wanted.entries];
      byPath.set(one.wanted.path, { ...before, wanted: { ...before.wanted, entries } });
    } else byPath.set(one.wanted.path, one);
  }
  return [...byPath.values()];
}

/** All results. One error for all problems, so that nobody corrects one after the other. */
function allOf(plans: readonly (() => PlannedFile)[]): readonly PlannedFile[] {
  const problems: FileProblem[] = [];
  const planned = plans.flatMap((plan) => {
    try {
      return [plan()];
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problems.push(error);
      return [];
    }
  });
  if (problems.length === 0) return planned;
  const sentences = problems.map(({ message }) => message);
  throw new Error([...sentences, 'Nothing was changed'].join('\n'), { cause: problems[0] });
}
