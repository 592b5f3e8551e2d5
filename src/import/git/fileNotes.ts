import { messageOf } from '../../diagnostics/diagnostic.js';
import { projectKey } from '../../domain/names.js';
import { parseTime, sinceDay } from '../../domain/time.js';
import { type SkippedRow, type SourceRow, sourceId } from '../sourceRow.js';
import { anchorsTo } from './anchors.js';
import { isChangelogPath, type ReleaseNote, releasesIn } from './changelog.js';
import { type Commit, commitsIn, fieldsIn, LOG, PLAIN_LOG, timeIn } from './commitLog.js';
import { type DecisionRecord, isRecordPath, readRecord } from './decisionRecords.js';
import { proposedRow } from './proposedRow.js';
import type { Repository } from './repository.js';

/** No repository records more; a folder of texts may have the name of one of decisions. */
const MOST_RECORDS = 1_000;
/** Some repositories have another for what is long ago. */
const MOST_CHANGELOGS = 3;
/** Of all changelogs: what older ones broke was mended long ago. */
const MOST_RELEASES = 20;

/** A file of the newest commit. */
interface StoredFile {
  readonly path: string;
  readonly blob: string;
}

/**
 * The rows of the decision records and the changelogs at HEAD; of more than so many records, the others are skipped. They are read before Git is
 * asked about their times, which may take all that it has.
 */
export async function* fileRows(
  repository: Repository,
  project: string | undefined,
  most = MOST_RECORDS,
): AsyncGenerator<SourceRow> {
  const changedAt = await changeTimes(repository);
  const recordFiles: StoredFile[] = [];
  const changelogFiles: StoredFile[] = [];
  for await (const file of filesOf(repository)) {
    if (isChangelogPath(file.path)) {
      if (changelogFiles.length < MOST_CHANGELOGS) changelogFiles.push(file);
      else yield { row: file.path, skipped: `there are ${MOST_CHANGELOGS} changelogs before it` };
    }
    if (!isRecordPath(file.path)) continue;
    if (recordFiles.length < most) recordFiles.push(file);
    else yield { row: file.path, skipped: `there are ${most} decision records before it` };
  }
  const records: DecisionRecord[] = [];
  for (const file of recordFiles) {
    const text = await textOf(repository, file);
    const record = typeof text === 'string' ? readRecord(file.path, text) : text;
    if (record === undefined) yield { row: file.path, skipped: 'it records no decision' };
    else if ('skipped' in record) yield record;
    else records.push(record);
  }
  const changelogs: Changelog[] = [];
  let left = MOST_RELEASES;
  for (const file of changelogFiles) {
    const text = await textOf(repository, file);
    if (typeof text !== 'string') yield text;
    else {
      const releases = releasesIn(text, left);
      left -= releases.length;
      changelogs.push({ path: file.path, releases });
    }
  }
  yield* recordRows(repository, project, records, changedAt);
  for (const changelog of changelogs) yield* releaseRows(repository, project, changelog, changedAt);
}

/** In code units; no anchor holds a longer one. */
const LONGEST_PATH = 1_024;

/** All files of HEAD but links and submodules. */
async function* filesOf(repository: Repository): AsyncGenerator<StoredFile> {
  const tree = repository.read('ls-tree', '-r', '-z', '--full-tree', 'HEAD');
  for await (const entry of fieldsIn(tree)) {
    const [, blob, path] = /^100(?:644|755) blob ([0-9a-f]+)\t(.+)$/s.exec(entry) ?? [];
    if (blob !== undefined && path !== undefined && path.length <= LONGEST_PATH)
      yield { blob, path };
  }
}

async function textOf(
  repository: Repository,
  { path, blob }: StoredFile,
): Promise<string | SkippedRow> {
  try {
    return await repository.ask('cat-file', 'blob', blob);
  } catch (error) {
    return { row: path, skipped: `Git cannot give it: ${messageOf(error).split('\n', 1)[0]}` };
  }
}

async function* recordRows(
  repository: Repository,
  project: string | undefined,
  records: readonly DecisionRecord[],
  changedAt: TimeOf,
): AsyncGenerator<SourceRow> {
  if (records.length === 0) return;
  const added = await addedIn(repository, records);
  const replaced = replacedIn(records);
  const isOlder = new Set(replaced.values());
  for (const record of records) {
    const { path, title, content, status } = record;
    const [, dead] =
      /\b(superseded|replaced|deprecated|rejected|withdrawn|obsolete)\b/.exec(status) ?? [];
    const by = added.get(path);
    if (dead !== undefined && !isOlder.has(path)) yield { row: path, skipped: `it is ${dead}` };
    else if (content === '') yield { row: path, skipped: 'it has no content' };
    else
      yield proposedRow({
        row: path,
        id: recordId(path, project),
        type: 'decision',
        title,
        content,
        tags: ['git', 'record', ...(isOlder.has(path) ? ['status:superseded'] : [])],
        project,
        author: by?.author.trim() || undefined,
        at: by?.at || (await changedAt(path)),
        supersedes: replaced.has(path) ? recordId(replaced.get(path) ?? '', project) : undefined,
        anchors: anchorsTo(undefined, [path]),
      });
  }
}

/** A record that moves becomes another note; one that is edited revises its own. */
const recordId = (path: string, project: string | undefined) =>
  sourceId('git', [projectKey(project ?? ''), 'record', path].join('\0'), 0);

/** The record whose place each one takes, by their paths. Only an earlier one of the same folder: none leads back to itself. */
function replacedIn(records: readonly DecisionRecord[]): ReadonlyMap<string, string> {
  const keyOf = (path: string, number: number) =>
    `${path.slice(0, path.lastIndexOf('/') + 1)}${number}`;
  const paths = new Map(
    records.flatMap(({ path, number }) =>
      number === undefined ? [] : [[keyOf(path, number), path] as const],
    ),
  );
  const replaced = new Map<string, string>();
  const link = (path: string, newer: number | undefined, older: number | undefined) => {
    if (newer === undefined || older === undefined || older >= newer) return;
    const [from, to] = [paths.get(keyOf(path, newer)), paths.get(keyOf(path, older))];
    if (from !== undefined && to !== undefined && !replaced.has(from)) replaced.set(from, to);
  };
  for (const { path, number, replaces, replacedBy } of records) {
    for (const older of replaces) link(path, number, older);
    link(path, replacedBy, number);
  }
  return replaced;
}

/** Who added these files, and when, by their paths: as far as Git says it. */
async function addedIn(
  repository: Repository,
  files: readonly DecisionRecord[],
): Promise<ReadonlyMap<string, Pick<Commit, 'author' | 'at'>>> {
  const wanted = new Set(files.map(({ path }) => path));
  const added = new Map<string, Pick<Commit, 'author' | 'at'>>();
  const args = [...LOG, '--diff-filter=A', 'HEAD', '--', ...foldersOf(files)];
  try {
    for await (const { author, at, files: paths } of commitsIn(
      repository.read(...args),
      MOST_RECORDS,
    ))
      for (const path of paths) if (wanted.has(path)) added.set(path, { author, at });
  } catch {
    // A record is worth keeping without it.
  }
  return added;
}

const foldersOf = (files: readonly DecisionRecord[]) => [
  ...new Set(files.map(({ path }) => (path.includes('/') ? path.replace(/\/[^/]*$/, '') : path))),
];

/** When a file was changed last, in milliseconds since 1970. */
type TimeOf = (path: string) => Promise<number>;

/**
 * What is told of a file for which no commit is known that added it, such as one that came with a merge. Where Git cannot say it, the time is
 * that of HEAD, for which it is asked at once: later, it may have no time left.
 */
async function changeTimes({ ask }: Repository): Promise<TimeOf> {
  const timeOf = async (...of: readonly string[]) =>
    timeIn(await ask(...PLAIN_LOG, '-1', '--format=%at', 'HEAD', ...of).catch(() => ''));
  const ofHead = (await timeOf()) ?? 0;
  return async (path) => (await timeOf('--', path)) ?? ofHead;
}

interface Changelog {
  readonly path: string;
  readonly releases: readonly ReleaseNote[];
}

/** When a line was written, in milliseconds since 1970 where that is known, and by which commit. */
type Change = { readonly hash: string; readonly at: number | undefined };

async function* releaseRows(
  repository: Repository,
  project: string | undefined,
  { path, releases }: Changelog,
  changedAt: TimeOf,
): AsyncGenerator<SourceRow> {
  const told = releases.filter((release) => dayOf(release) === undefined);
  const written = await linesOf(repository, path, told);
  for (const release of [...releases].reverse()) {
    const { version, title, content } = release;
    const by = written[told.indexOf(release)];
    const at = dayOf(release) ?? by?.at ?? (await changedAt(path));
    yield proposedRow({
      row: `${path} ${version}`,
      id: sourceId('git', [projectKey(project ?? ''), 'release', path, version].join('\0'), 0),
      type: 'context',
      title,
      content,
      tags: ['git', 'release'],
      project,
      at,
      // The changelog itself is no place for them: each of its edits would tell all of them.
      anchors: by === undefined ? undefined : anchorsTo(by.hash, []),
    });
  }
}

/** The day that a release names, in milliseconds since 1970. Some name one that no calendar has. */
const dayOf = ({ date }: ReleaseNote) =>
  date === undefined ? undefined : parseTime(sinceDay(date));

/**
 * The commits that wrote the headings of releases, in their order, as far as Git says it. `git blame` would say all at once, but reads
 * whatever file the repository wants ignored.
 */
async function linesOf(
  repository: Repository,
  path: string,
  releases: readonly ReleaseNote[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const { line } of releases) {
    const only = ['-1', '--no-patch', `-L${line},${line}:${path}`, '--format=%H %at', 'HEAD'];
    const said = await repository.ask(...PLAIN_LOG, ...only).catch(() => '');
    const [, hash, seconds = ''] = /^([0-9a-f]{40,64}) (\d+)$/m.exec(said) ?? [];
    if (hash === undefined) break;
    changes.push({ hash, at: timeIn(seconds) });
  }
  return changes;
}
