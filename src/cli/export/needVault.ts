import { readClientSettings } from '../../connect/clientSettings.js';
import { findService } from '../../connect/findService.js';
import { existingVault } from '../existingVault.js';

/**
 * Throws `no_vault` where a service would be started on a data directory without a vault: the export of a mistyped directory
 * would be empty and look like one that is whole.
 */
export async function needVault(env: NodeJS.ProcessEnv): Promise<void> {
  const settings = readClientSettings(env);
  if (settings.url === undefined && !(await findService(settings))) existingVault();
}
