import { charactersOf } from '../../src/privacy/patterns/linearPattern.js';
import type { PatternTree } from '../../src/privacy/patterns/patternTree.js';

/**
 * How many characters a backtracking matcher looks at to find all matches of a pattern. Where an attempt may begin is
 * asked of the pattern itself, so that what it looks for behind counts, and a match is taken from it too.
 */
export function stepsOf(tree: PatternTree, pattern: RegExp, text: string): number {
  let steps = 0;

  function match(node: PatternTree, at: number, then: (end: number) => boolean): boolean {
    switch (node.type) {
      case 'character':
        steps += 1;
        return charactersOf(node.source).ascii.has(text.charCodeAt(at)) && then(at + 1);
      case 'assertion':
        return isBoundary(text, at) && then(at);
      case 'sequence':
        return node.parts.reduceRight<(end: number) => boolean>(
          (rest, part) => (end) => match(part, end, rest),
          then,
        )(at);
      case 'choice':
        return node.options.some((option) => match(option, at, then));
      case 'repetition': {
        const more = (count: number, from: number): boolean =>
          (count < node.max &&
            match(node.part, from, (end) => end > from && more(count + 1, end))) ||
          (count >= node.min && then(from));
        return more(0, at);
      }
    }
  }

  const behind = /^\(\?<!(\[[^\]]*\]|\\?.)\)/.exec(pattern.source)?.[1];
  const isRun = (at: number) =>
    behind !== undefined && at > 0 && charactersOf(behind).ascii.has(text.charCodeAt(at - 1));
  for (let at = 0; at <= text.length; at += 1) {
    steps += 1;
    if (isRun(at)) continue;
    let end = at;
    const found = match(tree, at, (stop) => {
      end = stop;
      return true;
    });
    if (found && end > at) at = end - 1;
  }
  return steps;
}

/** All assertions are taken for `\b`, the one the tests use. */
function isBoundary(text: string, at: number): boolean {
  const isWord = (index: number) => /\w/.test(text.charAt(index));
  return isWord(at - 1) !== isWord(at);
}
