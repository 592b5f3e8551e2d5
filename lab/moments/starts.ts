import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { VaultClient } from 'memory-vault-client';
import { MOST_FILES as MOST_TOLD } from '../../src/domain/startSettings.js';
import { SHORT_ID } from '../../src/domain/ulid.js';
import { ELSEWHERE } from '../../src/mcp/tool.js';
import { seededRandom } from '../../test/crash/seededRandom.js';
import { percentile } from '../../tools/percentile.js';
import { digits, table } from '../../tools/table.js';
import { startText } from '../tokens/startText.js';
import { shuffled } from './borrowed.js';
import { linesOf } from './edits.js';
import type { FixNote } from './fixNotes.js';
import { learnedAll, type Repository } from './learned.js';
import { type Commit, isRecord, type Lineage } from './lineage.js';
import { linesIn } from './truth.js';

/** Starts of one repository that are looked at, and those in which a note matters. */
const MOST = { looked: 600, found: 120 };
/** Hunks of one commit whose lines are blamed. */
const MOST_HUNKS = 12;
/** A commit that touches more is no work of one session. */
const MOST_FILES = 20;

/** The start of a session on a branch. */
interface Start {
  readonly project: string;
  /** Files that earlier commits of the branch touched, the last first. */
  readonly touched: readonly string[];
  /** The notes that matter to what the session does: its next commit. */
  readonly matters: ReadonlySet<string>;
  /** Whether one of them is about a file that the branch touched before. */
  readonly isReachable: boolean;
}

/** What one context said. */
interface Told {
  readonly of: Start;
  readonly shown: ReadonlySet<string>;
  readonly tokens: number;
}

/**
 * Saves what fixes of the past of some histories tell, starts a session before each later commit of a branch, and prints how often the
 * context of the start has a note that matters to that commit: with the files of the branch, and without them.
 */
export async function measureStarts(
  name: string,
  folders: readonly string[],
  seed: number,
): Promise<void> {
  await learnedAll(folders, seed, async (repositories, vault) => {
    const starts = repositories.flatMap((one) => startsOf(one, seed));
    for (const { lineage, project, notes } of repositories)
      console.log(`${name}: ${project} at ${lineage.head.slice(0, 10)}: ${notes.length} notes`);
    const rows = await Promise.all(
      (['the newest', 'of the branch, then the newest'] as const).map(async (way) => {
        const told: Told[] = [];
        const ids = repositories.flatMap(({ notes }) => notes.map(({ id }) => id));
        for (const start of starts)
          told.push(await toldAt(start, way === 'the newest' ? [] : start.touched, ids, vault));
        return [way, ...figuresOf(told)];
      }),
    );
    const head = [
      'notes',
      'starts',
      'a note matters',
      'reachable',
      'recall',
      'of the notes',
      'shown',
      'tokens p50',
      'most',
    ];
    console.log(`\n${table(head, rows)}\n`);
  });
}

/** Starts in which a note matters. */
function startsOf({ lineage, notes, project }: Repository, seed: number): readonly Start[] {
  const byCommit = new Map(notes.map((note) => [note.commit.id, note]));
  const noted = new Set(notes.flatMap(({ files }) => files));
  const found: Start[] = [];
  let looked = 0;
  for (const branch of shuffled(lineage.branches(), seededRandom(seed))) {
    const touched: string[] = [];
    for (const commit of branch) {
      const files = lineage.files(commit);
      if (found.length >= MOST.found || looked >= MOST.looked) return found;
      if (touched.length > 0 && files.length <= MOST_FILES) {
        looked += 1;
        const matters = mattering(lineage, commit, noted, byCommit);
        const isReachable = notes.some(
          ({ id, anchors }) =>
            matters.has(id) && anchors.some(({ path }) => touched.includes(path)),
        );
        if (matters.size > 0) found.push({ project, touched: [...touched], matters, isReachable });
      }
      touched.unshift(...files.filter((file) => !touched.includes(file)));
    }
  }
  return found;
}

/** The notes whose text a commit changes, as `git blame` says. */
function mattering(
  lineage: Lineage,
  commit: Commit,
  noted: ReadonlySet<string>,
  byCommit: ReadonlyMap<string, FixNote>,
): ReadonlySet<string> {
  const hunks = lineage.hunks(commit).filter(({ path }) => noted.has(path) && !isRecord(path));
  return new Set(
    hunks.slice(0, MOST_HUNKS).flatMap((hunk) => {
      const { path } = hunk;
      const bytes = lineage.bytes(commit.parent, path);
      const all = bytes === undefined ? 0 : linesIn(bytes).length;
      const { first, last } = linesOf(hunk, all);
      if (last > all || first > last) return [];
      return [...lineage.blamed(commit.parent, path, first, last)].flatMap(
        (id) => byCommit.get(id)?.id ?? [],
      );
    }),
  );
}

async function toldAt(
  start: Start,
  touched: readonly string[],
  ids: readonly string[],
  vault: VaultClient,
): Promise<Told> {
  const workingCopy = { ...ELSEWHERE, touched: async () => touched.slice(0, MOST_TOLD) };
  const project = { project: start.project, source: 'remote' } as const;
  const text = await startText({ vault, project, workingCopy });
  const rows = new Set(text.split('\n').map((line) => line.split(' ', 1)[0]));
  const shown = new Set(ids.filter((id) => rows.has(id.slice(-SHORT_ID))));
  return { of: start, shown, tokens: countTokens(text) };
}

function figuresOf(told: readonly Told[]): readonly string[] {
  const right = told.map(({ of, shown }) => [...of.matters].filter((id) => shown.has(id)).length);
  const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
  const mattering = sum(told.map(({ of }) => of.matters.size));
  const tokens = told.map((one) => one.tokens).sort((a, b) => a - b);
  return [
    String(told.length),
    String(mattering),
    digits(told.filter(({ of }) => of.isReachable).length / told.length),
    digits(right.filter((count) => count > 0).length / told.length),
    digits(sum(right) / mattering),
    String(sum(told.map(({ shown }) => shown.size))),
    String(percentile(tokens, 50)),
    String(tokens.at(-1)),
  ];
}
