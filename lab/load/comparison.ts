/** The result of comparing one kind of value. */
export interface Row {
  readonly what: string;
  /** Number of compared values. */
  readonly compared: number;
  /** One line per difference. */
  readonly differences: readonly string[];
}

type Value = string | number | null | undefined;
export type Counts = Readonly<Record<string, number>>;

/** Compares expected with actual values, and keeps a row for each kind of value. */
export interface Comparison {
  value(what: string, where: string, expected: Value, actual: Value): void;
  /** The same keys with the same counts; 0 is as good as absent. */
  counts(what: string, where: string, expected: Counts, actual: Counts): void;
  /** The same elements in the same order; reports the first that differs. */
  list(what: string, where: string, expected: readonly Value[], actual: readonly Value[]): void;
  rows(): readonly Row[];
}

export function comparison(): Comparison {
  const rows = new Map<string, { what: string; compared: number; differences: string[] }>();
  const differ = (what: string, where: string, expected: Value, actual: Value) =>
    rowOf(what).differences.push(
      `${what}, ${where}: expected ${shown(expected)}, found ${shown(actual)}`,
    );
  const rowOf = (what: string) => {
    const row = rows.get(what) ?? { what, compared: 0, differences: [] };
    rows.set(what, row);
    return row;
  };
  return {
    value(what, where, expected, actual) {
      rowOf(what).compared += 1;
      if (expected !== actual) differ(what, where, expected, actual);
    },
    counts(what, where, expected, actual) {
      for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
        this.value(what, `${where} ${clip(key)}`.trim(), expected[key] ?? 0, actual[key] ?? 0);
      }
    },
    list(what, where, expected, actual) {
      rowOf(what).compared += expected.length;
      const length = Math.max(expected.length, actual.length);
      for (let i = 0; i < length; i++) {
        if (expected[i] === actual[i]) continue;
        return void differ(what, `${where}, no. ${i + 1}`, expected[i], actual[i]);
      }
    },
    rows: () => [...rows.values()],
  };
}

const shown = (value: Value) => (value === undefined ? 'nothing' : clip(JSON.stringify(value)));

const clip = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
