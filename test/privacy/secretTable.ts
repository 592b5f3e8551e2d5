import { readFileSync } from 'node:fs';
import { ALPHABETS as OF_TOKENS } from '../../src/privacy/tokens/notation.js';

/** One text with secrets in it. */
export interface SecretRow {
  readonly kind: string;
  readonly embedding: string;
  /** The original text. */
  readonly text: string;
  /** The text with a mark in place of each secret. */
  readonly expected: string;
  /** The generated parts, which are unique: no file may contain them. */
  readonly pieces: readonly string[];
}

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const ALPHABETS: Record<string, string> = {
  ...OF_TOKENS,
  mixed: UPPER + LOWER + DIGITS,
  b64: `${UPPER}${LOWER}${DIGITS}+/`,
  upper: UPPER + DIGITS,
  lower: LOWER + DIGITS,
  hex: '0123456789abcdef',
  digits: DIGITS,
};
const SYLLABLES = ['bo', 'dra', 'fel', 'gu', 'kim', 'lor', 'mav', 'nis', 'pu', 'rok', 'tez', 'wi'];

/**
 * The rows of `secrets.txt`, or of another file of its form, with secrets made up for every row: the same ones in every run,
 * others for another `seed`.
 */
export function readSecretTable(
  seed = 0,
  path = new URL('./secrets.txt', import.meta.url),
): readonly SecretRow[] {
  const file = readFileSync(path, 'utf8');
  const lines = file.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
  return lines.map((line) => {
    const [, kind = '', embedding = '', template = ''] =
      /^(.*?) \| (.*?) \| (.*)$/.exec(line) ?? [];
    const { filled, pieces } = fill(withoutEscapes(template), `${seed} ${line}`);
    const mark = kind === 'private block' ? '[PRIVATE]' : '[REDACTED]';
    const text = filled.replace(/[⟦⟧]/g, '');
    return { kind, embedding, text, expected: filled.replace(/⟦[^⟦⟧]*⟧/g, mark), pieces };
  });
}

/** A template with its «mixed:20» and the like made up; the same for the same seed. */
export function fill(template: string, seed: string): { filled: string; pieces: string[] } {
  const pieces: string[] = [];
  const random = randomness(seed);
  const filled = template.replace(/«(\w+)(?::(\d+))?»/g, (_, name, length) => {
    const piece = makeUp(name, Number(length ?? 0), random);
    pieces.push(piece);
    return piece;
  });
  return { filled, pieces };
}

/** A number from 0 to below the given one. */
export type Random = (below: number) => number;

/** A run of characters of an alphabet, or of the other things that «…» may name. */
export function makeUp(name: string, length: number, random: Random): string {
  const syllable = () => SYLLABLES[random(SYLLABLES.length)] ?? '';
  const word = () => Array.from({ length: 5 }, syllable).join('');
  const hex = (digits: number) => makeUp('hex', digits, random);
  if (name === 'word') return word();
  if (name === 'phrase') return `${word()} ${word()} ${word()}`;
  if (name === 'uuid') return [8, 4, 4, 4, 12].map(hex).join('-');
  const alphabet = ALPHABETS[name];
  if (alphabet === undefined) throw new Error(`secrets.txt: there is no «${name}»`);
  // Real secrets contain all sorts of characters. Short random ones might not, so every third character has a fixed sort.
  const sorts = [DIGITS, LOWER, UPPER].map((sort) => [...alphabet].filter((c) => sort.includes(c)));
  const present = sorts.filter((sort) => sort.length > 0);
  return Array.from({ length }, (_, i) => {
    const from = i % 3 === 2 ? (present[((i - 2) / 3) % present.length] ?? []) : [...alphabet];
    return from[random(from.length)] ?? '';
  }).join('');
}

/** A small generator (mulberry32) per row, so that a failing row fails again after rows are added above it. */
export function randomness(seed: string): Random {
  let state = [...seed].reduce((sum, c) => Math.imul(sum, 31) + (c.codePointAt(0) ?? 0), 7);
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

function withoutEscapes(template: string): string {
  const escapes: Record<string, string> = { n: '\n', t: '\t', '\\': '\\' };
  return template.replace(/\\(?:([nt\\])|u([\da-f]{4}))/g, (_, letter, code) =>
    code === undefined ? (escapes[letter] ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );
}
