import { type Characters, isWithin, overlap } from './characters.js';
import type { Position, Positions } from './positions.js';

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
