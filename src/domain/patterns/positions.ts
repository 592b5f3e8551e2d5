import { type Characters, charactersOf } from './characters.js';
import { PatternRefused, type PatternTree } from './patternTree.js';

/** A place of a pattern that takes one character, once its repetitions are written out. */
export interface Position {
  readonly characters: Characters;
  /** Whether it may take further characters without end. */
  readonly endless: boolean;
  /** Indices of the positions that may come next; itself is not among them. */
  readonly next: number[];
}

/** A pattern as the positions it walks (its Glushkov automaton). They only lead forward, but for endless ones. */
export interface Positions {
  readonly all: readonly Position[];
  readonly first: readonly number[];
  readonly last: readonly number[];
  /** Those of the last after which the match is certain: nothing is asserted behind them. */
  readonly certain: readonly number[];
  readonly matchesNothing: boolean;
}

type Part = Omit<Positions, 'all'> & {
  /** Whether it can be passed without taking or asserting anything. */
  readonly passable: boolean;
};

const NOTHING: Part = { first: [], last: [], certain: [], matchesNothing: true, passable: true };

const MOST_POSITIONS = 2000;
const TOO_LONG = 'is too long with its repetitions written out';

/**
 * The positions of a pattern with the flags given. Throws `PatternRefused` when something but a single character repeats
 * without end, or when there are too many.
 */
export function positionsOf(tree: PatternTree, flags = 'u'): Positions {
  const all: Position[] = [];

  function place(source: string, endless: boolean): Part {
    if (all.length === MOST_POSITIONS) throw new PatternRefused(TOO_LONG);
    all.push({ characters: charactersOf(source, flags), endless, next: [] });
    const index = all.length - 1;
    const only = [index];
    return { first: only, last: only, certain: only, matchesNothing: false, passable: false };
  }

  function joined(one: Part, two: Part): Part {
    for (const index of one.last) all[index]?.next.push(...two.first);
    return {
      first: one.matchesNothing ? [...one.first, ...two.first] : one.first,
      last: two.matchesNothing ? [...one.last, ...two.last] : two.last,
      certain: two.passable ? [...one.certain, ...two.certain] : two.certain,
      passable: one.passable && two.passable,
      matchesNothing: one.matchesNothing && two.matchesNothing,
    };
  }

  function build(node: PatternTree): Part {
    switch (node.type) {
      case 'character':
        return place(node.source, false);
      case 'assertion':
        return { ...NOTHING, passable: false };
      case 'sequence':
        return node.parts.map(build).reduce(joined, NOTHING);
      case 'choice': {
        const options = node.options.map(build);
        return {
          first: options.flatMap(({ first }) => first),
          last: options.flatMap(({ last }) => last),
          certain: options.flatMap(({ certain }) => certain),
          passable: options.some(({ passable }) => passable),
          matchesNothing: options.some(({ matchesNothing }) => matchesNothing),
        };
      }
      case 'repetition':
        return repeat(node);
    }
  }

  function repeat({ part, min, max }: Extract<PatternTree, { type: 'repetition' }>): Part {
    const endless = max === Number.POSITIVE_INFINITY;
    if (endless && part.type !== 'character') {
      throw new PatternRefused('repeats a group without end: say how often, such as {1,20}');
    }
    if (Math.max(min, endless ? 0 : max) > MOST_POSITIONS) throw new PatternRefused(TOO_LONG);
    const copies = Array.from({ length: endless ? Math.max(min, 1) : max }, (_, copy) =>
      part.type === 'character' ? place(part.source, endless && copy + 1 >= min) : build(part),
    );
    // `a{1,3}` is `a(a(a)?)?`: the third copy only comes after the second.
    return copies.reduceRight((rest, once, copy) => {
      const whole = joined(once, rest);
      return copy < min ? whole : { ...whole, matchesNothing: true, passable: true };
    }, NOTHING);
  }

  const { passable: _, ...whole } = build(tree);
  return { ...whole, all };
}
