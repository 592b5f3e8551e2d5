import { SECRETS } from '../../src/config/settingFile.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** Settings with their defaults and meanings, from the same table that `--help` prints. */
export const settingsTable =
  (settings: Readonly<Record<string, readonly [string, string, ...unknown[]]>>) => (): string => {
    const rows = Object.entries(settings).map(([name, [byDefault, meaning]]) => [
      `\`${name}\``,
      byDefault,
      meaning,
    ]);
    return markdownTable(['variable', 'default', 'meaning'], rows);
  };

/** The settings that a file can hold. */
export const secretFiles = (): string =>
  [...SECRETS, 'VAULT_BEARER_TOKEN'].map((name) => `- \`${name}_FILE\``).join('\n');
