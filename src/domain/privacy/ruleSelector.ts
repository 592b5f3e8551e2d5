import { literalScanner } from './literalScanner.js';
import type { Rule } from './rule.js';

/** Returns the rules that could match a text, in their order. */
export type RuleSelector = (text: string) => readonly Rule[];

/** A selector that reads a text once and compares it with the `needs` of all rules. */
export function ruleSelector(rules: readonly Rule[]): RuleSelector {
  const literals = [...new Set(rules.flatMap(({ needs = [] }) => needs))];
  const neededBy = literals.map((literal) =>
    rules.flatMap(({ needs }, index) => (needs?.includes(literal) ? [index] : [])),
  );
  const always = rules.flatMap(({ needs }, index) => (needs === undefined ? [index] : []));
  const rulesAt = (indices: readonly number[]) =>
    indices.flatMap((index) => rules.slice(index, index + 1));
  const alone = rulesAt(always);
  const scan = literalScanner(literals);
  return (text) => {
    const present = scan(text);
    if (present.length === 0) return alone;
    const selected = new Set(present.flatMap((literal) => neededBy[literal] ?? []));
    for (const index of always) selected.add(index);
    return rulesAt([...selected].sort((a, b) => a - b));
  };
}
