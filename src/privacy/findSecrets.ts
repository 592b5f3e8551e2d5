import { accountLines } from './accountLines.js';
import { pemBlocks, privateBlocks } from './blocks.js';
import { commandLines } from './commandLines.js';
import { addEdits, applyEdits, type Edit } from './edits.js';
import {
  authorizations,
  cookies,
  encodedAuth,
  encodedPairs,
  urlCredentials,
} from './httpCredentials.js';
import { keyedSecrets } from './keyedSecrets.js';
import type { Find, Rule, Span } from './rule.js';
import { ruleSelector } from './ruleSelector.js';
import { shapes } from './shapes.js';
import { kubernetesSecrets } from './structuredSecrets.js';
import { tokenRules } from './tokens/tokenRules.js';

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
    const isUsual = !UNUSUAL.test(original);
    const see = isUsual ? asIs : asSeen;
    let edits = isUsual ? [] : addEdits([], asSeen(original, blocksIn), '[PRIVATE]');
    let text = applyEdits(original, edits);
    const rounds = Math.max(MAX_ROUNDS, MAX_CHARACTERS_READ / (original.length + 1));
    // A replacement can uncover another secret (a token that was glued to it), so search again until none is left.
    for (let round = 1; ; round += 1) {
      const finds = see(text, (seen) => findIn(seen, choose(seen)));
      const first = finds.at(0);
      if (first === undefined) return edits;
      // Only an attempt to get around the filter needs so many rounds: the rest of the text is replaced.
      edits = addEdits(
        edits,
        round < rounds ? finds : [toTheEnd(first, finds, text)],
        '[REDACTED]',
      );
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

const asIs: typeof asSeen = (text, find) => find(text);

const blocksIn = (text: string): readonly Find[] =>
  privateBlocks(text).map((span) => ({ ...span, rule: span.kind }));

function toTheEnd(first: Find, finds: readonly Find[], text: string): Find {
  const start = finds.reduce((min, find) => Math.min(min, find.start), first.start);
  return { ...first, start, end: text.length };
}

function findIn(text: string, rules: readonly Rule[]): readonly Find[] {
  const inWords: Find[] = [];
  const others: Find[] = [];
  for (const rule of rules) {
    for (const { form, ...span } of rule.find(text)) {
      const id = form === undefined ? rule.id : `${rule.id}/${form}`;
      (rule.inWords ? inWords : others).push({ ...span, rule: id });
    }
  }
  return inWords.length === 0 ? others : [...wholeWords(text, inWords), ...others];
}

/** Characters without a width; the ideographic blank; the full-width forms of ASCII. */
const FOLDED = /[\u00ad\u200b-\u200d\u2060\ufeff\u3000\uff01-\uff5e]/;
const FULL_WIDTH = 0xfee0;
/** One of these, or the word of a private block: almost no text holds either, and one look tells. */
const UNUSUAL = new RegExp(`private|${FOLDED.source}`, 'i');

/**
 * The text without characters that nobody sees, and with ASCII for its full-width forms, so that `pass\u200bword＝x` is
 * read as `password=x`; and for each of its UTF-16 units the offset in the original. Undefined when that changes nothing, as for
 * almost every text. Takes linear time.
 */
function foldedText(original: string): { text: string; offsets: Uint32Array } | undefined {
  if (!FOLDED.test(original)) return undefined;
  const codes = new Uint16Array(original.length);
  const offsets = new Uint32Array(original.length);
  let length = 0;
  for (let at = 0; at < original.length; at += 1) {
    const code = foldedCode(original.charCodeAt(at));
    if (code === undefined) continue;
    codes[length] = code;
    offsets[length] = at;
    length += 1;
  }
  return { text: Buffer.from(codes.buffer, 0, 2 * length).toString('utf16le'), offsets };
}

/** Undefined for what nobody sees. */
function foldedCode(code: number): number | undefined {
  if (code < 0xad) return code;
  if (code >= 0xff01 && code <= 0xff5e) return code - FULL_WIDTH;
  if (code === 0x3000) return 0x20;
  const isUnseen =
    code === 0xad || (code >= 0x200b && code <= 0x200d) || code === 0x2060 || code === 0xfeff;
  return isUnseen ? undefined : code;
}

const WORD_START = /[A-Za-z0-9_]/;
const WORD_END = /[A-Za-z0-9_-]/;

/**
 * The spans, in their order, widened to whole words. Of two tokens without a gap between them, the second is recognised
 * only when the first is gone, so they have to be replaced together. Reads each character at most once.
 */
function wholeWords<S extends Span>(text: string, spans: readonly S[]): readonly S[] {
  const widened = [...spans];
  const order = spans.map((span, index) => ({ span, index }));
  order.sort((a, b) => a.span.start - b.span.start);
  let reach = 0;
  for (const { span, index } of order) {
    let { start, end } = span;
    while (start > reach && WORD_START.test(text.charAt(start - 1))) start -= 1;
    if (end > reach) {
      while (end < text.length && WORD_END.test(text.charAt(end))) end += 1;
      reach = end;
    }
    widened[index] = { ...span, start, end };
  }
  return widened;
}
