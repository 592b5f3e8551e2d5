import { ALPHABETS, type Alphabet } from './alphabets.js';

/** A part of a shape: a literal, a run of characters of one alphabet, or a choice between sequences of parts. */
export type Part =
  | { readonly literal: string }
  | { readonly alphabet: Alphabet; readonly least: number; readonly most: number }
  | { readonly choice: readonly (readonly Part[])[] };

const LEXEME = /«(\w+):(\d+)(?:-(\d+)|(\+))?»|\\(.)|([()|])(\??)|([^«()|\\]+)/gy;

/**
 * Reads a shape. It is written as the token itself: what is made up stands as «mixed:20» (20 characters of the alphabet
 * `mixed`), «mixed:20-24» or «mixed:20+»; (a|b) is one of the two, (a)? may be missing; a backslash makes the next
 * character a literal.
 *
 * @throws on any other use of these signs, and on an unknown alphabet: a fault of the catalogue.
 */
export function parseShape(shape: string): readonly Part[] {
  const open: Part[][][] = [[[]]];
  const add = (part: Part) => open.at(-1)?.at(-1)?.push(part);
  const wrong = () => new Error(`no shape of a token: ${shape}`);
  let read = 0;
  for (const lexeme of shape.matchAll(LEXEME)) {
    const [all, alphabet, least, most, more, escaped, sign, optional, literal] = lexeme;
    read += all.length;
    if (alphabet !== undefined) {
      if (!isAlphabet(alphabet)) throw wrong();
      const from = Number(least);
      add({ alphabet, least: from, most: more ? Number.POSITIVE_INFINITY : Number(most ?? from) });
    } else if (sign === '(') open.push([[]]);
    else if (sign === '|') open.at(-1)?.push([]);
    else if (sign === ')') {
      const choice = open.pop();
      if (choice === undefined || open.length === 0) throw wrong();
      add({ choice: optional === '?' ? [...choice, []] : choice });
    } else add({ literal: escaped ?? literal ?? '' });
  }
  const [whole] = open[0] ?? [];
  if (read !== shape.length || open.length !== 1 || open[0]?.length !== 1 || !whole?.length)
    throw wrong();
  return whole;
}

const isAlphabet = (name: string): name is Alphabet => Object.hasOwn(ALPHABETS, name);
