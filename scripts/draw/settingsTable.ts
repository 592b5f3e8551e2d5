import { SETTINGS } from '../../src/config/config.js';
import { markdownTable } from '../../tools/markdownTable.js';

/** Every setting with its default and meaning, from the same table that `--help` prints. */
export function settingsTable(): string {
  const rows = Object.entries(SETTINGS).map(([name, [byDefault, meaning]]) => [
    `\`${name}\``,
    byDefault,
    meaning,
  ]);
  return markdownTable(['variable', 'default', 'meaning'], rows);
}
