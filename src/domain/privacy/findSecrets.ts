import { accountLines } from './accountLines.js';
import { authorizations, encodedAuth } from './authorization.js';
import { commandLines } from './commandLines.js';
import { cookies } from './cookies.js';
import { addEdits, applyEdits, type Edit } from './edits.js';
import { encodedPairs } from './encodedCredentials.js';
import { foldedText } from './foldedText.js';
import { keyedSecrets } from './keyedSecrets.js';
import { kubernetesSecrets } from './kubernetesSecrets.js';
import { pemBlocks } from './pemBlocks.js';
import { privateBlocks } from './privateBlocks.js';
import type { Find, Rule } from './rule.js';
import { ruleSelector } from './ruleSelector.js';
import { shapes } from './shapes.js';
import { tokenRules } from './tokenRules.js';
import { urlCredentials } from './urlCredentials.js';
import { wholeWords } from './wholeWords.js';

/** Finds the spans of a text to replace, and their marks. Takes time linear in the length of the text. */
export type SecretFinder = (text: string) => readonly Edit[];

/** Specific kinds come first: where spans overlap, the first rule gives the kind. */
export const RULES: readonly Rule[] = [
  ...tokenRules,
  pemBlocks,
  urlCredentials,
  authorizations,
  encodedAuth,
  encodedPairs,
  cookies,
  ...commandLines,
  ...accountLines,
  ...shapes,
  kubernetesSecrets,
  keyedSecrets,
];

/**
 * Two rounds are common. The limit keeps the time linear for every text: at most 8 rounds, or more for short texts, up
 * to 4,000,000 characters read.
 */
const MAX_ROUNDS = 8;
const MAX_CHARACTERS_READ = 4_000_000;

/**
 * A finder of private blocks, of secrets, and of matches of the owner's own rules. `chooser` skips rules that cannot match
 * a text; tests pass one that skips none, to prove that no secret is missed.
 */
export function secretFinder(own: readonly Rule[] = [], chooser = ruleSelector): SecretFinder {
  const choose = chooser([...own, ...RULES]);
  return (original) => {
    let edits = addEdits([], asSeen(original, blocksIn), '[PRIVATE]');
    let text = applyEdits(original, edits);
    const rounds = Math.max(MAX_ROUNDS, MAX_CHARACTERS_READ / (original.length + 1));
    // A replacement can uncover another secret (a token that was glued to it), so search again until none is left.
    for (let round = 1; ; round += 1) {
      const [first, ...others] = asSeen(text, (seen) => findIn(seen, choose(seen)));
      if (first === undefined) return edits;
      const finds = [first, ...others] as const;
      // Only an attempt to get around the filter needs so many rounds: the rest of the text is replaced.
      edits = addEdits(edits, round < rounds ? finds : [toTheEnd(finds, text)], '[REDACTED]');
      if (round >= rounds) return edits;
      text = applyEdits(original, edits);
    }
  };
}

/** What `find` finds in a text and in its folded form, which shows what is disguised; in places of the text. */
function asSeen(text: string, find: (text: string) => readonly Find[]): readonly Find[] {
  const finds = find(text);
  const folded = foldedText(text);
  if (folded === undefined) return finds;
  const disguised = find(folded.text).map((span) => ({
    ...span,
    start: folded.offsets[span.start] ?? text.length,
    end: (folded.offsets[span.end - 1] ?? text.length) + 1,
  }));
  return [...finds, ...disguised];
}

const blocksIn = (text: string): readonly Find[] =>
  privateBlocks(text).map((span) => ({ ...span, rule: span.kind }));

function toTheEnd([first, ...rest]: readonly [Find, ...Find[]], text: string): Find {
  const start = rest.reduce((min, find) => Math.min(min, find.start), first.start);
  return { ...first, start, end: text.length };
}

function findIn(text: string, rules: readonly Rule[]): readonly Find[] {
  const inWords: Find[] = [];
  const others: Find[] = [];
  for (const rule of rules) {
    for (const { kind, start, end, form } of rule.find(text)) {
      const id = form === undefined ? rule.id : `${rule.id}/${form}`;
      (rule.inWords ? inWords : others).push({ kind, start, end, rule: id });
    }
  }
  return [...wholeWords(text, inWords), ...others];
}
