/** One value of a metric, with its labels in the order in which they stand. */
export interface Sample {
  readonly name: string;
  readonly labels: readonly (readonly [string, string])[];
  readonly value: number;
}

/** A metric with all its values. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly samples: readonly Sample[];
}

type Building = Family & { help: string; type: string; readonly samples: Sample[] };

const LINE = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? +(\S+)(?: +-?\d+)?$/;
const LABEL = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"(?:,|$)/y;

/** Reads the text format of Prometheus, version 0.0.4. Lines that it does not know are left out. */
export function parseMetrics(text: string): readonly Family[] {
  const families = new Map<string, Building>();
  const family = (name: string): Building => {
    const known = families.get(name);
    if (known) return known;
    const made: Building = { name, help: '', type: 'untyped', samples: [] };
    families.set(name, made);
    return made;
  };
  for (const line of text.split('\n')) {
    const [, what, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (what === 'HELP') family(name).help = unescaped(rest);
    else if (what === 'TYPE') family(name).type = rest;
    if (line === '' || line.startsWith('#')) continue;
    const sample = sampleIn(line);
    if (sample) family(familyName(sample.name, families)).samples.push(sample);
  }
  return [...families.values()];
}

function sampleIn(line: string): Sample | undefined {
  const [, name, labels = '', value = ''] = LINE.exec(line) ?? [];
  return name === undefined
    ? undefined
    : { name, labels: labelsIn(labels), value: numberIn(value) };
}

function labelsIn(text: string): Sample['labels'] {
  const labels: [string, string][] = [];
  const label = new RegExp(LABEL);
  for (let found = label.exec(text); found; found = label.exec(text)) {
    labels.push([found[1] ?? '', unescaped(found[2] ?? '')]);
  }
  return labels;
}

function numberIn(text: string): number {
  if (text === '+Inf') return Number.POSITIVE_INFINITY;
  return text === '-Inf' ? Number.NEGATIVE_INFINITY : Number(text);
}

function unescaped(text: string): string {
  return text.replace(/\\(.)/g, (_, one: string) => (one === 'n' ? '\n' : one));
}

/** The samples of histograms and summaries have names of their own. */
function familyName(name: string, families: ReadonlyMap<string, Family>): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, '');
  const type = families.get(base)?.type;
  return type === 'histogram' || type === 'summary' ? base : name;
}
