import type { VaultClient } from 'memory-vault-client';
import { transcriptSource } from '../../backfill/backfillSource.js';
import type { FoundTranscripts } from '../../backfill/findTranscripts.js';
import type { Attribution } from '../../backfill/projectOfFolder.js';
import { shortPath } from '../../backfill/tidyPaths.js';
import type { ChosenProject } from '../../connect/chosenProject.js';
import { hasRepository } from '../../connect/projectFiles.js';
import { projectKey } from '../../domain/names.js';
import { openSource } from '../../import/openSource.js';
import { inTurn, untilFailure } from '../../import/peerRows.js';
import type { Source, SourceRow } from '../../import/sourceRow.js';
import { boundProject } from '../../mcp/boundProject.js';
import { counted } from '../terminal/format.js';
import type { drawnLine } from '../terminal/progress.js';
import { boundHere } from '../terminal/project.js';
import type { Acting } from '../terminal/verb.js';
import type { FoundRow } from './backfillView.js';
import { readKnown } from './sessionsHere.js';

interface OtherSource {
  readonly row: FoundRow;
  /** `binds` as in `boundProject`. */
  open(options: { readonly binds: boolean }): Promise<Source>;
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
      open: async (options) => {
        const { project } = (await boundHere(vault, options)) ?? {};
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
        ...others.map((one) => untilFailure(one.row.source, after(since, rowsOf(one, !dryRun)))),
      ),
    close() {},
  };
}

/** Asks a vault once how it calls a project, and once more where it binds it. */
function calledOnce(vault: VaultClient, dryRun: boolean): NonNullable<Attribution['inVault']> {
  const asked = new Map<string, Promise<ChosenProject>>();
  return async (chosen, options) => {
    if (chosen.repository === undefined) return chosen;
    const binds = options?.binds === true && !dryRun;
    const key = `${chosen.repository} ${binds}`;
    const called = asked.get(key) ?? boundProject(vault, chosen, { binds });
    asked.set(key, called);
    return { ...chosen, project: (await called).project };
  };
}

/** The rows of a source that is opened when it is its turn. */
async function* rowsOf({ open }: OtherSource, binds: boolean): AsyncGenerator<SourceRow> {
  const source = await open({ binds });
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
