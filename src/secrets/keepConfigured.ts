import { existsSync } from 'node:fs';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import { makeFileOnce } from '../files/makeFileOnce.js';
import { readOwnFile } from '../files/regularFile.js';

/** A secret that a setting gives, and the file of the data directory from which everything reads it. */
export interface ConfiguredSecret {
  readonly setting: string;
  readonly file: string;
  /** Undefined where the setting is not set: then the file alone counts. */
  readonly configured: string | undefined;
  /** What else has to be removed together with the file, as the rest of a sentence. */
  readonly together?: string;
}

/**
 * Writes a configured secret (0600) into its file, if there is none. Throws `secret_differs` when the file holds another one:
 * which of the two is meant, only the owner knows.
 */
export function keepConfigured({ setting, file, configured, together }: ConfiguredSecret): void {
  if (configured === undefined) return;
  if (!existsSync(file)) makeFileOnce(file, `${configured}\n`);
  if (readOwnFile(file).trim() === configured) return;
  throw new Diagnostic('secret_differs', `${setting} is not what ${file} holds`, {
    ...{ file, setting },
    next: `if the setting is right, remove ${file}${together ?? ''}; otherwise correct the setting`,
  });
}
