import { literalScanner } from './literalScanner.js';
import type { Rule } from './rule.js';

/** Returns the rules that could match a text, in their order. */
export type RuleSelector = (text: string) => readonly Rule[];

/** A selector that reads a text once and compares it with the `needs` of all rules. */
export function ruleSelector(rules: readonly Rule[]): RuleSelector {
  const byLiteral = new Map<string, number[]>();
  for (const [index, { needs = [] }] of rules.entries()) {
    for (const literal of needs) byLiteral.set(literal, [...(byLiteral.get(literal) ?? []), index]);
  }
  const neededBy = [...byLiteral.values()];
  const always = rules.flatMap(({ needs }, index) => (needs === undefined ? [index] : []));
  const rulesAt = (indices: readonly number[]) =>
    indices.flatMap((index) => rules.slice(index, index + 1));
  const alone = rulesAt(always);
  const scan = literalScanner([...byLiteral.keys()]);
  return (text) => {
    const present = scan(text);
    if (present.length === 0) return alone;
    const selected = new Set(present.flatMap((literal) => neededBy[literal] ?? []));
    for (const index of always) selected.add(index);
    return rulesAt([...selected].sort((a, b) => a - b));
  };
}
