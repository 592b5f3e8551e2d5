import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { RULES, secretFinder } from '../../src/privacy/findSecrets.js';
import { literalScanner, ruleSelector } from '../../src/privacy/ruleSelector.js';
import { runs } from '../support/depth.js';
import { readHarmlessTable } from './harmlessTable.js';
import { EMBEDDED, TOKENS } from './secrets.js';
import { readSecretTable } from './secretTable.js';

const everyRule = secretFinder([], (rules) => () => rules);
const chosenRules = secretFinder();
const choose = ruleSelector(RULES);
const needs = [...new Set(RULES.flatMap(({ needs = [] }) => needs))];
const secrets = readSecretTable().map(({ text }) => text);

/** Parts of secrets, literals of rules, and other text, in any letter case. */
const piece = fc.oneof(
  fc.constantFrom(...secrets),
  fc.constantFrom(...EMBEDDED).map(([text]) => text),
  fc.constantFrom(...TOKENS).map(([, token]) => token),
  fc.constantFrom(...needs),
  fc.constantFrom(...readHarmlessTable()),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(' ', '\n', '=', ': ', '"', '.', '-', '_'),
);
const cut = fc
  .tuple(piece, fc.nat(40), fc.nat(80))
  .map(([text, from, length]) => text.slice(from, from + length));
const cased = fc
  .tuple(fc.oneof(piece, cut), fc.constantFrom('', 'upper', 'lower'))
  .map(([text, to]) =>
    to === 'upper' ? text.toUpperCase() : to === 'lower' ? text.toLowerCase() : text,
  );
const text = fc.array(cased, { maxLength: 6 }).map((parts) => parts.join(''));

describe('skipping rules that cannot match', () => {
  test.prop([text], { numRuns: runs(500, 3000) })('does not change the result', async (given) => {
    expect(await chosenRules(given)).toEqual(await everyRule(given));
  });

  test.prop([text], { numRuns: runs(200, 1000) })('skips no rule that matches', async (given) => {
    const chosen = choose(given);
    for (const rule of RULES) {
      const finds = await rule.find(given);
      if (finds.length > 0) expect(chosen).toContain(rule);
    }
  });

  test('skips almost all rules for a text without their literals', () => {
    expect(choose('Move the worker to its own process').length).toBeLessThan(3);
  });

  test('looks for no keys in a text for its usual words', () => {
    const rules = choose('All tests passed: the keys are mapped by performance, not by the author');
    expect(rules.map(({ id }) => id)).not.toContain('keyed');
  });
});

describe('the scanner', () => {
  test.prop([text], { numRuns: runs(200, 1000) })('finds the literals in a text', (given) => {
    const lower = given.toLowerCase();
    const held = needs.flatMap((literal, index) =>
      lower.includes(literal.toLowerCase()) ? [index] : [],
    );
    const seen = new Set(literalScanner(needs)(given));
    expect([...seen].sort()).toEqual(held.sort());
  });
});
