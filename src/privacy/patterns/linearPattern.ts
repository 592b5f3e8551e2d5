import { PatternRefused, type PatternTree, patternTree } from './patternTree.js';

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

/*
 * A backtracking matcher is linear when, however the text goes, only a bounded number of its attempts read the same
 * character. With the positions of a pattern as an automaton that may start at any character, that is to say: the
 * automaton is finitely ambiguous. It is not exactly when some word leads from one place that repeats without end to
 * itself, to another such place, and from that to itself (A. Weber and H. Seidl, "On the degree of ambiguity of finite
 * automata", 1991); the first of the two may be the start. Endless places repeat single characters here, so that word is
 * made of characters that both take, and so are all the places on the way.
 */

/**
 * Why a pattern may take more than linear time, or undefined when it surely does not. `run`: a match only begins where a
 * run of these characters does. `mostTries`: what it may try at one character; more would be slow, linear or not.
 */
export function whySlow(
  positions: Positions,
  run: Characters | undefined,
  mostTries = 300,
): string | undefined {
  const { all, first, certain } = positions;
  for (const [index, { endless, characters }] of all.entries()) {
    // Once such a place is reached the match is certain, and no other attempt reads what it takes.
    if (!endless || certain.includes(index)) continue;
    if (!(run && isWithin(characters, run)) && reaches(all, first, index, [characters])) {
      return `could begin anywhere in what ${characters.source} repeats: say how often, such as {1,64}, or begin with another character`;
    }
  }
  for (const [from, one] of all.entries()) {
    if (!one.endless) continue;
    for (const [to, two] of all.entries()) {
      if (!two.endless || to === from) continue;
      if (reaches(all, one.next, to, [one.characters, two.characters])) {
        return `repeats ${one.characters.source} and ${two.characters.source} without end over the same characters: say how often, such as {1,64}`;
      }
    }
  }
  return triesOf(all, first) > mostTries
    ? `may try more than ${mostTries} ways at one place: repeat less, or in fewer ways`
    : undefined;
}

/** Whether `to` can be reached from one of `starts` on characters that all of `shared` take. */
function reaches(
  all: readonly Position[],
  starts: readonly number[],
  to: number,
  shared: readonly Characters[],
): boolean {
  const seen = new Set<number>();
  const open = [...starts];
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const position = all[index];
    if (seen.has(index) || !position || !overlap(position.characters, ...shared)) continue;
    if (index === to) return true;
    seen.add(index);
    open.push(...position.next);
  }
  return false;
}

/** The most places that one attempt may visit, whatever the text, endless ones counted once. */
function triesOf(all: readonly Position[], first: readonly number[]): number {
  const tries = new Array<number>(all.length).fill(0);
  const after = (next: readonly number[]): number => {
    const counts = new Array<number>(129).fill(0);
    for (const index of next) {
      const { ascii = new Set<number>(), beyond = false } = all[index]?.characters ?? {};
      for (const code of ascii) counts[code] = (counts[code] ?? 0) + (tries[index] ?? 0);
      if (beyond) counts[128] = (counts[128] ?? 0) + (tries[index] ?? 0);
    }
    return Math.max(...counts);
  };
  for (let index = all.length - 1; index >= 0; index -= 1) {
    tries[index] = Math.min(1 + after(all[index]?.next ?? []), Number.MAX_SAFE_INTEGER);
  }
  return after(first);
}

/** A place of a pattern that takes one character, once its repetitions are written out. */
interface Position {
  readonly characters: Characters;
  /** Whether it may take further characters without end. */
  readonly endless: boolean;
  /** Indices of the positions that may come next; itself is not among them. */
  readonly next: number[];
}

/** A pattern as the positions it walks (its Glushkov automaton). They only lead forward, but for endless ones. */
interface Positions {
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

/** The characters that one place of a pattern takes: which ones of ASCII, and whether there may be others. */
interface Characters {
  readonly source: string;
  readonly ascii: ReadonlySet<number>;
  readonly beyond: boolean;
}

/** Sources that take nothing beyond ASCII; of all the others it is assumed that they do. */
const ASCII_ONLY =
  /^(?:[^\P{ASCII}.\\]|\\[dwtnrfv0]|\\[^A-Za-z0]|\[(?!\^)(?:[^\P{ASCII}\\\]]|\\[dwtnrfvb0]|\\[^A-Za-z0])*\])$/u;

const known = new Map<string, Characters>();

/** The characters of a class, an escape or a character, as the source of a pattern with the flags given. */
export function charactersOf(source: string, flags = 'u'): Characters {
  const before = known.get(`${flags} ${source}`);
  if (before) return before;
  const pattern = new RegExp(`^(?:${source})$`, flags);
  const codes = Array.from({ length: 128 }, (_, code) => code);
  const ascii = new Set(codes.filter((code) => pattern.test(String.fromCharCode(code))));
  const characters = { source, ascii, beyond: !ASCII_ONLY.test(source) };
  known.set(`${flags} ${source}`, characters);
  return characters;
}

/** Whether there may be a character that all of them take. */
function overlap(...all: readonly Characters[]): boolean {
  const [first, ...rest] = all;
  if (first === undefined) return true;
  if (all.every(({ beyond }) => beyond)) return true;
  return [...first.ascii].some((code) => rest.every(({ ascii }) => ascii.has(code)));
}

/** Whether `one` surely takes nothing that `other` does not. */
function isWithin(one: Characters, other: Characters): boolean {
  if (one.source === other.source) return true;
  return !one.beyond && [...one.ascii].every((code) => other.ascii.has(code));
}
