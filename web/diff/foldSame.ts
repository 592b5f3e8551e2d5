import type { Part } from './compareWords.js';

/** A stretch that has not changed and is far from every change: shown when somebody asks for it. */
export interface Folded {
  readonly kind: 'folded';
  readonly text: string;
}

/** Lines that are shown before and after a change. */
const NEAR_LINES = 3;
/** Where lines are long, this many characters. */
const NEAR_LENGTH = 400;
/** Folding less would save nothing. */
const LEAST = 200;

/** Folds the middle of long stretches that have not changed. The texts together stay the same. */
export function foldSame(parts: readonly Part[]): (Part | Folded)[] {
  return parts.flatMap((part, i): readonly (Part | Folded)[] => {
    if (part.kind !== 'same') return [part];
    const from = i === 0 ? 0 : endOfHead(part.text);
    const to = i === parts.length - 1 ? part.text.length : startOfTail(part.text);
    if (to - from < LEAST) return [part];
    return [
      { kind: 'same' as const, text: part.text.slice(0, from) },
      { kind: 'folded' as const, text: part.text.slice(from, to) },
      { kind: 'same' as const, text: part.text.slice(to) },
    ].filter(({ text }) => text !== '');
  });
}

function endOfHead(text: string): number {
  let end = 0;
  for (let line = 0; line < NEAR_LINES; line += 1) {
    const newline = text.indexOf('\n', end);
    if (newline === -1) return wholeCharacter(text, Math.min(text.length, NEAR_LENGTH));
    end = newline + 1;
  }
  return wholeCharacter(text, Math.min(end, NEAR_LENGTH));
}

function startOfTail(text: string): number {
  let start = text.length;
  for (let line = 0; line < NEAR_LINES && start > 0; line += 1) {
    start = text.lastIndexOf('\n', start - 1);
    if (start === -1) return wholeCharacter(text, Math.max(0, text.length - NEAR_LENGTH));
  }
  return wholeCharacter(text, Math.max(start, text.length - NEAR_LENGTH));
}

/** A place that does not lie between the two halves of a character beyond the first 65,536. */
function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
}
