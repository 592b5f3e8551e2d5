import type { VaultClient } from 'memory-vault-client';
import { transcriptSource } from '../../backfill/backfillSource.js';
import type { FoundTranscripts } from '../../backfill/findTranscripts.js';
import type { Attribution } from '../../backfill/projectOfFolder.js';
import { shortPath } from '../../backfill/tidyPaths.js';
import { hasRepository } from '../../connect/projectFiles.js';
import { projectKey } from '../../domain/names.js';
import { freeName, isExactly, namesOfRepository } from '../../domain/repository.js';
import { openSource } from '../../import/openSource.js';
import { inTurn, untilFailure } from '../../import/peerRows.js';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import { boundProject } from '../../mcp/boundProject.js';
import { counted } from '../terminal/format.js';
import type { drawnLine } from '../terminal/progress.js';
import { boundHere, chosenHere } from '../terminal/project.js';
import type { Acting } from '../terminal/verb.js';
import type { FoundRow } from './backfillView.js';
import { readKnown } from './sessionsHere.js';

type InVault = NonNullable<Attribution['inVault']>;

interface OtherSource {
  readonly row: FoundRow;
  /** The project is the one that `inVault` binds. */
  open(inVault: InVault): Promise<Source>;
}

/** What the repository of the current folder tells, unless another project is wanted. */
export async function otherSources(
  vault: VaultClient,
  wanted: string | undefined,
  home: string,
): Promise<readonly OtherSource[]> {
  const { root, project = '' } = (await boundHere(vault)) ?? {};
  if (root === undefined || !hasRepository(root)) return [];
  if (wanted !== undefined && projectKey(wanted) !== projectKey(project)) return [];
  return [
    {
      row: { source: 'git', where: shortPath(root, home) },
      open: async (inVault) => {
        const chosen = chosenHere();
        const { project } = (chosen && (await inVault(chosen, { binds: true }))) ?? {};
        return openSource('git', root, { project });
      },
    },
  ];
}

/** What is to be read, and of whom. */
interface Wanted {
  readonly found: readonly FoundTranscripts[];
  readonly others: readonly OtherSource[];
  readonly home: string;
  readonly since: number | undefined;
  readonly project: string | undefined;
  readonly dryRun: boolean;
  readonly line: ReturnType<typeof drawnLine>;
}

/** All of it as one source, so that one run holds it. What another source than transcripts cannot give is left out. */
export async function openAll({ vault }: Pick<Acting, 'vault'>, wanted: Wanted): Promise<Source> {
  const { found, others, home, since, project, dryRun, line } = wanted;
  const known = await readKnown(vault);
  const inVault = calledOnce(vault, dryRun);
  const transcripts = transcriptSource({
    transcripts: found.flatMap((one) => one.transcripts),
    since,
    now: Date.now(),
    home,
    wanted: project,
    known: known.projects,
    inVault,
    sessionHere: known.sessionHere,
    onTranscript: (done, total) => line.draw(() => `read ${done} of ${counted(total, 'session')}`),
  });
  return {
    name: transcripts.name,
    rows: () =>
      inTurn(
        transcripts.rows(),
        ...others.map((one) => untilFailure(one.row.source, after(since, rowsOf(one, inVault)))),
      ),
    close() {},
  };
}

/**
 * Asks a vault how it calls each project: once, unless another one was bound since, which may have got the name. What a rehearsal would
 * bind is known here alone.
 */
function calledOnce(vault: VaultClient, dryRun: boolean): InVault {
  const bound = new Map<string, string>();
  const asked = new Map<string, string>();
  return async (chosen, { binds } = { binds: false }) => {
    const { repository } = chosen;
    if (repository === undefined) return chosen;
    const before = bound.get(repository) ?? (binds ? undefined : asked.get(repository));
    if (before !== undefined) return { ...chosen, project: before };
    const said = (await boundProject(vault, chosen, { binds: binds && !dryRun })).project;
    const project = dryRun ? await rehearsed(vault, repository, said, bound) : said;
    if (binds) asked.clear();
    (binds ? bound : asked).set(repository, project);
    return { ...chosen, project };
  };
}

/** The project of a repository for which a vault has `said` one, where it would have bound others before. */
async function rehearsed(
  vault: VaultClient,
  repository: string,
  said: string,
  others: ReadonlyMap<string, string>,
): Promise<string> {
  const own = Array.from(others, ([repository, project]) => ({ repository, project }));
  const free = freeName(repository, [said, ...namesOfRepository(repository)], { own, all: [] });
  if (free === said) return said;
  // Somebody may have said that both are one project.
  const { data } = await vault.GET('/api/v1/repositories');
  return data.some((one) => isExactly(one, repository)) ? said : (free ?? repository);
}

/** The rows of a source that is opened when it is its turn. */
async function* rowsOf({ open }: OtherSource, inVault: InVault): AsyncGenerator<SourceRow> {
  const source = await open(inVault);
  try {
    yield* source.rows();
  } finally {
    source.close();
  }
}

/** The rows without notes that were written before; all of them where there is no such time. */
async function* after(since = 0, rows: AsyncIterable<SourceRow>): AsyncGenerator<SourceRow> {
  for await (const row of rows) {
    const at = 'line' in row && row.line.record === 'note' ? row.line.created_at : undefined;
    if (at === undefined || Date.parse(at) >= since) yield row;
  }
}
