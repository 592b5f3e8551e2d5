import type { Family } from './parseMetrics.js';

/** Families about one thing. */
export interface Section {
  readonly title: string;
  readonly families: readonly Family[];
}

const PREFIX = 'memory_vault_';

/** What the families are about, by how their names go on. The first that fits counts. */
const TITLES: readonly (readonly [RegExp, string])[] = [
  [/^(ready|conditions|disk_|clock_|erasure_)/, 'Health'],
  [/^http_/, 'Requests'],
  [/^(saves_|log_|database_|redactions_)/, 'The log and what is saved'],
  [/^projection_/, 'Read models'],
  [/^hive_/, 'Hive'],
  [/^(process_|nodejs_)/, 'The process'],
];
const REST = 'More';

/** The name of a family without what all names begin with. */
export function plainName({ name }: Family): string {
  return name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name;
}

/** The families by what they are about. Only those that have all words of `filter` in name, help or labels. */
export function metricSections(families: readonly Family[], filter: string): readonly Section[] {
  const words = filter.toLowerCase().split(/\s+/);
  const fits = (family: Family) => {
    const text = textOf(family);
    return words.every((word) => text.includes(word));
  };
  const titleOf = (family: Family) =>
    TITLES.find(([pattern]) => pattern.test(plainName(family)))?.[1] ?? REST;
  const shown = families.filter(fits);
  return [...TITLES.map(([, title]) => title), REST]
    .map((title) => ({ title, families: shown.filter((one) => titleOf(one) === title) }))
    .filter((section) => section.families.length > 0);
}

function textOf({ name, help, samples }: Family): string {
  const labels = samples.map((one) => one.labels.map(([label, value]) => `${label} ${value}`));
  return `${name} ${help} ${labels.flat().join(' ')}`.toLowerCase();
}
