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
