import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { linearPattern } from '../../src/privacy/patterns/linearPattern.js';
import { patternTree } from '../../src/privacy/patterns/patternTree.js';
import { stepsOf } from './stepsOf.js';

describe('a pattern that may take long is refused, with a hint how to fix it', () => {
  test.each([
    ['(a+)+$', /repeats a group without end: say how often/],
    ['(a|a)*', /repeats a group without end/],
    ['(a|ab)*c', /repeats a group without end/],
    ['(?:[a-z]+-)+x', /repeats a group without end/],
    ['(\\w+\\s?)+$', /repeats a group without end/],
    ['\\d+\\d+', /repeats \\d and \\d without end over the same characters/],
    ['.*.*=.*', /repeats \. and \. without end over the same characters/],
    ['x*x*y', /repeats x and x without end/],
    ['.*secret.*', /repeats \. and \. without end/],
    ['token\\w+!', /could begin anywhere in what \\w repeats/],
    ['token\\w+$', /could begin anywhere in what \\w repeats/],
    ['[^x]+x[^y]+y', /could begin anywhere/],
    ['a+[ab]+c', /could begin anywhere|over the same characters/],
    ['(a?){30}a{30}', /more than 300 ways/],
    ['(?:a|aa|aaa){1,12}b', /more than 300 ways/],
    ['[a-z]{2000,3000}', /too long/],
    ['(?:){1000000000}', /too long/],
    ['(?=a)b', /looks ahead or behind/],
    ['(?<!a)b', /looks ahead or behind/],
    ['(a)\\1', /refers back/],
    ['(?<x>a)\\k<x>', /refers back/],
    ['\\w*', /matches an empty text/],
    ['a?|b', /matches an empty text/],
    ['\\b', /matches an empty text/],
    ['(', /is not a regular expression: unterminated group/],
    ['[a-z', /is not a regular expression/],
    ['\\-', /is not a regular expression: invalid escape/],
  ])('%s', (source, reason) => {
    expect(() => linearPattern(source)).toThrow(reason);
  });
});

describe('any other pattern is accepted and matches', () => {
  test.each([
    ['ACME-\\d{4,8}', 'see ACME-12345.', 'ACME-12345'],
    ['\\bproj_[a-z0-9]+\\b', 'in proj_falcon7 now', 'proj_falcon7'],
    ['[\\w.+-]+@acme\\.example', 'ask ann.lee@acme.example', 'ann.lee@acme.example'],
    ['\\b\\d(?:[ -]?\\d){12,15}\\b', 'card 4111 1111 1111 1111 ok', '4111 1111 1111 1111'],
    [
      '[A-Z]{2}\\d{2}(?: ?[A-Z0-9]{4}){3,7}',
      'DE89 3704 0044 0532 0130 00',
      'DE89 3704 0044 0532 0130',
    ],
    ['https://intranet\\.\\S+', 'on https://intranet.acme/x y', 'https://intranet.acme/x'],
    ['(?:foo|foobar)-\\d+', 'foobar-17', 'foobar-17'],
    ['^Falke$', 'a\nFalke\nb', 'Falke'],
    ['\\p{Lu}{3}-\\d+', 'ÄÖÜ-12', 'ÄÖÜ-12'],
    ['[^\\s:]+:😀', 'a b:😀', 'b:😀'],
    ['(?<id>EMP\\d{6})', 'EMP123456', 'EMP123456'],
    ['customer id:\\s*\\d+', 'customer id: 77', 'customer id: 77'],
  ])('%s', (source, text, found) => {
    expect([...text.matchAll(linearPattern(source))].map(([match]) => match)).toEqual([found]);
  });
});

/** Patterns over a few characters, so that many of them are ambiguous. */
const { pattern } = fc.letrec<{ pattern: string; part: string }>((tie) => ({
  pattern: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  part: fc
    .tuple(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('a', 'b', 'c', '[ab]', '[bc]', '.', '\\b'),
        fc.tuple(tie('pattern'), tie('pattern')).map(([one, two]) => `(?:${one}|${two})`),
      ),
      fc.constantFrom('', '', '', '+', '*', '?', '{1,3}', '{2}'),
    )
    .map(([part, times]) => (part === '\\b' ? part : part + times)),
}));
const unit = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x'), minLength: 1, maxLength: 4 });
const ending = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x'), maxLength: 3 });

/** Undefined when the pattern is refused. */
function admitted(source: string): RegExp | undefined {
  try {
    return linearPattern(source);
  } catch {
    return undefined;
  }
}

property.prop([pattern, unit, ending], { numRuns: 5000 })(
  'an accepted pattern takes a number of steps that is linear in the text',
  (source, repeated, end) => {
    const compiled = admitted(source);
    if (compiled === undefined) return;
    const tree = patternTree(compiled.source, 'asserted');
    const text = (times: number) => repeated.repeat(times) + end;
    const steps = [20, 40, 80].map((times) => stepsOf(tree, compiled, text(times)));
    const [one = 0, two = 0, three = 0] = steps;
    // Twice the text adds twice the steps; where it is not linear, at least four times.
    expect(three - two).toBeLessThanOrEqual(2.5 * (two - one) + 500);
  },
);
