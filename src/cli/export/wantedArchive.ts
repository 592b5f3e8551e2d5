import type { Archive, VaultClient } from 'memory-vault-client';
import type { ArchiveLine } from '../../domain/archive/archiveLine.js';

/** Which part of a vault is exported, as the options of `export` say it. */
export interface Wanted {
  readonly project?: string | undefined;
  readonly team?: string | undefined;
  readonly asOf?: string | undefined;
}

/** Asks a vault for its archive. */
export const wantedArchive = (vault: VaultClient, { project, team, asOf }: Wanted) =>
  vault.exportArchive({ project, team, as_of: asOf });

/** The things in an archive. The service has made the lines, so they are not checked again. */
export async function* linesOf({ lines }: Archive): AsyncGenerator<ArchiveLine> {
  for await (const line of lines) yield JSON.parse(line);
}
