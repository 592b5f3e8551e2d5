import { whySlow } from './backtracking.js';
import { charactersOf } from './characters.js';
import { PatternRefused, type PatternTree, patternTree } from './patternTree.js';
import { positionsOf } from './positions.js';

/**
 * Compiles a regular expression of JavaScript (flags `m` and `u`; `d` and `g` are set too) that surely matches in linear time. Throws
 * `PatternRefused` for any other, saying what is wrong and how to mend it. One that begins with a character that repeats
 * without end matches from where a run of such characters begins, which finds the same and reads each run once.
 */
export function linearPattern(source: string): RegExp {
  const pattern = compile(source);
  const tree = patternTree(source);
  const positions = positionsOf(tree);
  if (positions.matchesNothing) throw new PatternRefused('matches an empty text');
  const run = leadingRun(tree);
  const slow = whySlow(positions, run === undefined ? undefined : charactersOf(run));
  if (slow !== undefined) throw new PatternRefused(slow);
  return run === undefined ? pattern : compile(`(?<!${run})(?:${source})`);
}

function compile(source: string): RegExp {
  try {
    return new RegExp(source, 'dgmu');
  } catch (error) {
    const reason = String(error).split(': ').at(-1)?.toLowerCase();
    throw new PatternRefused(`is not a regular expression: ${reason}`);
  }
}

/** What a pattern of one option repeats without end at its beginning. */
function leadingRun(tree: PatternTree): string | undefined {
  switch (tree.type) {
    case 'choice':
      return tree.options.length === 1 && tree.options[0] ? leadingRun(tree.options[0]) : undefined;
    case 'sequence': {
      const first = tree.parts.find(({ type }) => type !== 'assertion');
      return first && leadingRun(first);
    }
    case 'repetition':
      return tree.max === Number.POSITIVE_INFINITY && tree.part.type === 'character'
        ? tree.part.source
        : undefined;
    default:
      return undefined;
  }
}
