import { markdownLines } from '../../import/markdownLines.js';

/** A sentence that decides or explains something, with those before and after it. */
export interface Telling {
  readonly sentence: string;
  /** The sentence with its neighbours. */
  readonly context: string;
  readonly type: 'decision' | 'learning';
  /** How much it tells; the higher, the more. */
  readonly weight: number;
}

/** Who says it: a person lays down rules, an agent finds causes. */
type Speaker = 'user' | 'assistant';

/** What a sentence may hold, how much it tells then, and what it is; of several, the first of those that tell most says what it is. */
const SIGNS: readonly (readonly [RegExp, number, Telling['type']])[] = [
  [
    /\b(?:root cause|the (?:actual|real|underlying) (?:cause|problem|issue|reason))\b/i,
    5,
    'learning',
  ],
  [/\b(?:it )?turn(?:s|ed) out\b/i, 4, 'learning'],
  [/\bthe reason (?:is|was|why|for|that)\b/i, 4, 'learning'],
  [
    /\b(?:we|I)(?:['’]ve| have)? (?:decided|chose|settled on|opted|agreed|went with)\b/i,
    5,
    'decision',
  ],
  [
    /\b(?:we|I)(?:['’]ll| will| should)? (?:keep|use|stay with|stick with)\b.*\b(?:instead of|rather than)\b/i,
    4,
    'decision',
  ],
  [
    /\b(?:do(?:es)?n['’]t|do(?:es)? not|didn['’]t|only) works?\b|\bfail(?:s|ed) (?:when|if|because|unless)\b/i,
    2,
    'learning',
  ],
  [/\b(?:instead of|rather than)\b/i, 2, 'decision'],
  [/\bbecause\b/i, 2, 'learning'],
  [
    /\b(?:caused by|otherwise|which is why|so that|silently|breaks? (?:when|if)|only works? (?:when|if|with))\b/i,
    1,
    'learning',
  ],
];

/** A rule: of a person, wherever it stands; of an agent, where it is about the project. */
const RULE =
  /(?:^|[,;:—-]\s|\b(?:and|but|please|you (?:must|should))\s)(?:never|always|(?:do not|don['’]t) ever)\b/i;
const ABOUT_PROJECT =
  /\b(?:in|for|of|by) (?:this|the|our) (?:project|repo(?:sitory)?|code ?base|team|app|service|package)\b|\bhere\b/i;
/** What an agent is about to do, or has just done, matters on that day only. */
const PASSING =
  /^(?:(?:now|next|first|then|ok(?:ay)?|so|good|great|perfect)[,!.]? )*(?:let me|let['’]s|I['’]ll|I will|I am going|I['’]m|I can|I see|I need|would you|do you|can you|could you|should I|you['’]re (?:absolutely )?right|sorry|thanks)\b/i;
/** A name of a file, a function or a setting: what is said is about this code. */
const OF_CODE =
  /`[^`]+`|\b\w+\.(?:[jt]sx?|py|go|rs|rb|java|sql|ya?ml|json|toml|sh|c|h|cpp|md)\b|\b\w+\(\)|\b[a-z]+_[a-z_]+\b|\b[a-z]+[A-Z]\w+\b/;
/** Whether it is worth to take a text apart. */
const ANY =
  /because|instead of|rather than|decided|chose|settled|opted|agreed|went with|reason|cause|turn(?:s|ed) out|never|always|n['’]t ever|not ever|\bworks?\b|\bfail(?:s|ed)\b/i;

const LEAST_WEIGHT = 3;
const SHORTEST = 30;
const LONGEST = 400;
/** Of a longer message, the rest was put in from elsewhere. */
const MOST_READ: Readonly<Record<Speaker, number>> = { user: 4_000, assistant: 32_000 };

/** Whether a message may hold such a sentence: a quick look. */
export const mayTell = (text: string): boolean => ANY.test(text);

/** The sentences of a message that decide or explain, in their order. Those in code, quotations, tables and headings are not its own. */
export function tellingSentences(text: string, speaker: Speaker): readonly Telling[] {
  if (speaker === 'user' && text.length > MOST_READ.user) return [];
  return paragraphsOf(text.slice(0, MOST_READ[speaker])).flatMap((paragraph) => {
    const sentences = sentencesOf(paragraph);
    return sentences.flatMap((sentence, i) => {
      const found = weigh(sentence, speaker);
      if (found === undefined) return [];
      const context = sentences.slice(Math.max(0, i - 1), i + 2).join(' ');
      return [{ sentence, context, ...found }];
    });
  });
}

function weigh(sentence: string, speaker: Speaker): Pick<Telling, 'type' | 'weight'> | undefined {
  const { length } = sentence;
  if (length < SHORTEST || length > LONGEST || sentence.endsWith('?') || PASSING.test(sentence))
    return undefined;
  const isRule = RULE.test(sentence) && (speaker === 'user' || ABOUT_PROJECT.test(sentence));
  const signs = SIGNS.filter(([sign]) => sign.test(sentence));
  const [strongest] = signs.toSorted(([, one], [, other]) => other - one);
  const weight =
    (isRule ? 6 : 0) +
    (strongest?.[1] ?? 0) +
    (signs.length > 1 ? 1 : 0) +
    (OF_CODE.test(sentence) ? 1 : 0);
  if (weight < LEAST_WEIGHT || (strongest === undefined && !isRule)) return undefined;
  return { type: isRule ? 'decision' : (strongest?.[2] ?? 'learning'), weight };
}

/** Quotations, tables, headings, indented code, and what a program printed. */
const NOT_SAID = /^(?:\s{0,3}[>|#]|\t| {4,}\S|\s*(?:at |\$ |\+|@@|diff )|\s*\[?\d{2,4}[-:]\d{2})/;
const MARK = /^\s{0,3}(?:[-*+•]|\d{1,3}[.)])\s+/;

/** The paragraphs of a text in Markdown, each on one line: an item of a list is one, too. */
function paragraphsOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  const end = () => {
    if (lines.length > 0) paragraphs.push(lines.join(' '));
    lines = [];
  };
  for (const { line, isCode } of markdownLines(text.replaceAll('\r\n', '\n'))) {
    const isItem = MARK.test(line);
    if (isCode || line.trim() === '' || isItem || NOT_SAID.test(line)) end();
    if (isCode || NOT_SAID.test(line)) continue;
    if (line.trim() !== '') lines.push(line.replace(MARK, '').trim());
  }
  end();
  return paragraphs;
}

/** Ends of sentences: not those of `e.g.`, of a version or in a name of a file. */
const END = /(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig))([.!?][)"'”*_]*)\s+(?=[A-Z0-9`"'“(*_])/g;

const sentencesOf = (paragraph: string): readonly string[] =>
  paragraph
    .replace(END, '$1\n')
    .split('\n')
    .map((sentence) => sentence.replaceAll(/\*\*|__/g, '').trim())
    .filter((sentence) => sentence !== '');

/** The first sentences of a text, as many as fit into `most` UTF-16 units; of a longer one, its beginning. */
export function firstSentences(text: string, most: number): string {
  const [paragraph = ''] = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const [first = '', ...others] = sentencesOf(paragraph.slice(0, 4 * most));
  let sum = first;
  for (const other of others) {
    if (sum.length + other.length + 1 > most) break;
    sum = `${sum} ${other}`;
  }
  return sum;
}
