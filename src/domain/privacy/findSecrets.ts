import { authorizations } from './authorization.js';
import { commandLines } from './commandLines.js';
import { addEdits, applyEdits, type Edit } from './edits.js';
import { keyedSecrets } from './keyedSecrets.js';
import { pemBlocks } from './pemBlocks.js';
import { privateBlocks } from './privateBlocks.js';
import type { Rule } from './rule.js';
import { ruleSelector } from './ruleSelector.js';
import { secretlintRules } from './secretlintRules.js';
import { shapes } from './shapes.js';
import type { Span } from './span.js';
import { tokenRules } from './tokenRules.js';
import { urlCredentials } from './urlCredentials.js';
import { wholeWords } from './wholeWords.js';

/** Gives what is to be replaced in a text, and by which mark; offsets are the text's. Linear in its length. */
export type SecretFinder = (text: string) => Promise<readonly Edit[]>;

/** Telling kinds first: where finds overlap, the first names the replacement. */
export const RULES: readonly Rule[] = [
  ...tokenRules,
  ...secretlintRules,
  pemBlocks,
  urlCredentials,
  authorizations,
  ...commandLines,
  ...shapes,
  keyedSecrets,
];

/** Two rounds are common; a bound keeps the time linear whatever the text. Short texts may have more, for all of this. */
const ROUNDS = 8;
const CHARACTERS = 4_000_000;

/**
 * A finder of private blocks, of secrets, and of what the owner's own rules find. `chooser` is how rules that cannot find
 * anything are left out; another one serves to prove that nothing is missed.
 */
export function secretFinder(own: readonly Rule[] = [], chooser = ruleSelector): SecretFinder {
  const choose = chooser([...own, ...RULES]);
  return async (given) => {
    let edits = addEdits([], privateBlocks(given), '[PRIVATE]');
    let text = applyEdits(given, edits);
    const rounds = Math.max(ROUNDS, CHARACTERS / (given.length + 1));
    // Taking one secret out can bring another to light (a token that was glued to it), so look again until none is left.
    for (let round = 1; ; round += 1) {
      const finds = await findIn(text, choose(text));
      if (finds.length === 0) return edits;
      // Nobody writes such a text but to get around this: what is left of it goes.
      edits = addEdits(edits, round < rounds ? finds : [toTheEnd(finds, text)], '[REDACTED]');
      if (round >= rounds) return edits;
      text = applyEdits(given, edits);
    }
  };
}

function toTheEnd(finds: readonly Span[], text: string): Span {
  const [first = { kind: 'key-value', start: 0, end: 0 }, ...rest] = finds;
  const start = rest.reduce((least, span) => Math.min(least, span.start), first.start);
  return { kind: first.kind, start, end: text.length };
}

async function findIn(text: string, rules: readonly Rule[]): Promise<readonly Span[]> {
  const inWords: (readonly Span[])[] = [];
  const others: (readonly Span[])[] = [];
  for (const rule of rules) {
    const finds = rule.find(text);
    // Most rules answer at once; awaiting each of them would cost more than they do.
    (rule.inWords ? inWords : others).push('then' in finds ? await finds : finds);
  }
  return [...wholeWords(text, inWords.flat()), ...others.flat()];
}
