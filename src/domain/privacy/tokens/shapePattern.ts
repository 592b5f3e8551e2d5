import { ALPHABETS, classOf } from './alphabets.js';
import { type Part, parseShape } from './shapeNotation.js';
import type { TokenShape } from './tokenShape.js';

/**
 * The pattern of a token that is known by its form. It begins where a word begins (`apart`: nor after `_` or `-`;
 * `inside`: anywhere), or where the run of characters that it begins with does, and so reads a run once. A part of fixed
 * length ends where its characters end.
 */
export function patternOf(
  shape: string,
  { anyCase, apart, inside }: Pick<TokenShape, 'anyCase' | 'apart' | 'inside'>,
): RegExp {
  const parts = parseShape(shape);
  const edge = inside ? '' : apart ? '\\w\\-' : edgeOf(parts, 'start');
  const before = edge === '' ? '' : `(?<![${edge}])`;
  return new RegExp(`${before}${valuePattern(parts)}`, anyCase ? 'dgi' : 'dg');
}

/** Between a keyword and its value: the rest of a name, what closes it, a sign, what opens the value. Each is bounded. */
const CONNECTED = [
  '[ \\t\\w.-]{0,32}',
  '[\\\\"\'`\\])]{0,4}[ \\t]{0,8}',
  '(?:=>|[:?.+|]{0,3}=|\\|\\||[:>]|(?<=["\'`]),|\\bis\\b)',
  '[\\s"\'`=\\\\]{0,16}',
].join('');

/**
 * The pattern of a value that is known by a keyword before it: `datadog_api_key = "…"`, `<DatadogKey>…`, "the Datadog key
 * is …". Group 1 is the keyword, group 2 the value.
 */
export function patternBeside(keywords: readonly string[], shape: string): RegExp {
  // The longest first: of `sumo` and `sumologic`, the text holds the one that goes on.
  const names = [...keywords]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|');
  return new RegExp(`(${names})${CONNECTED}(${valuePattern(parseShape(shape))})`, 'dgi');
}

function valuePattern(parts: readonly Part[]): string {
  const after = edgeOf(parts, 'end');
  return `${sequence(parts)}${after === '' ? '' : `(?![${after}])`}`;
}

const sequence = (parts: readonly Part[]): string => parts.map(patternOfPart).join('');

function patternOfPart(part: Part): string {
  if ('literal' in part) return escaped(part.literal);
  if ('choice' in part) return `(?:${part.choice.map(sequence).join('|')})`;
  const { alphabet, least, most } = part;
  const times = most === least ? `${least}` : `${least},${Number.isFinite(most) ? most : ''}`;
  return `[${classOf(ALPHABETS[alphabet])}]{${times}}`;
}

const escaped = (literal: string): string => literal.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

/**
 * The characters that may not stand next to a token, as the inside of a class. None next to a sign, and none behind what
 * has no fixed length, because it takes all it can.
 */
function edgeOf(parts: readonly Part[], side: 'start' | 'end'): string {
  const part = side === 'start' ? parts.at(0) : parts.at(-1);
  if (part === undefined) return '';
  if ('literal' in part) {
    const outer = side === 'start' ? part.literal.at(0) : part.literal.at(-1);
    return ALPHABETS.mixed.includes(outer ?? '') ? classOf(ALPHABETS.mixed) : '';
  }
  if ('choice' in part) {
    const edges = part.choice.filter((way) => way.length > 0).map((way) => edgeOf(way, side));
    return edges.includes('') ? '' : classOf(ALPHABETS.mixed);
  }
  const { alphabet, most } = part;
  if (alphabet === 'pad' || (side === 'end' && !Number.isFinite(most))) return '';
  // A number may stand behind a word, as in `bot123456789:…`.
  if (alphabet === 'digits' && side === 'start') return classOf(ALPHABETS.digits);
  return classOf(
    ALPHABETS[alphabet].length > ALPHABETS.mixed.length ? ALPHABETS[alphabet] : ALPHABETS.mixed,
  );
}
