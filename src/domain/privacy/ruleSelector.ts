import { literalScanner } from './literalScanner.js';
import type { Rule } from './rule.js';

/** Gives the rules that could find something in a text, in their order. */
export type RuleSelector = (text: string) => readonly Rule[];

/** A chooser that reads a text once to see which of the rules' needs it holds. */
export function ruleSelector(rules: readonly Rule[]): RuleSelector {
  const literals = [...new Set(rules.flatMap(({ needs = [] }) => needs))];
  const neededBy = literals.map((literal) =>
    rules.flatMap(({ needs }, index) => (needs?.includes(literal) ? [index] : [])),
  );
  const always = rules.filter(({ needs }) => needs === undefined);
  const scan = literalScanner(literals);
  return (text) => {
    const found = scan(text);
    if (found.length === 0) return always;
    const asked = new Set(found.flatMap((literal) => neededBy[literal] ?? []));
    return rules.filter(({ needs }, index) => needs === undefined || asked.has(index));
  };
}
