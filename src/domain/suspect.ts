import { literalScanner } from '../privacy/ruleSelector.js';
import type { Anchor } from './anchor.js';

/*
 * What a note says to the model that reads it, instead of about the project (OWASP ASI06, memory poisoning). A note that does is kept and
 * shown to people, but given to no agent. The rules look for what an attack has to say, and a team hardly ever writes down: they find
 * something in 2 of 16,639 notes from public histories, and both quote what is written for a model (decision 111).
 */

/**
 * Characters that show nothing: none of them belongs into a word. Joiners and variation selectors do in some scripts and emoji, so
 * they count only where they follow each other, or stand between Latin letters.
 */
const HIDDEN =
  /[\u115f\u1160\u17b4\u17b5\u180e\u200b\u202a-\u202e\u2060-\u2064\u206a-\u206f\u3164\uffa0\u{e0001}-\u{e007f}]|(?<=\S)\ufeff|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u200c\u200d]{4,}|(?<=[A-Za-z])(?:[\ufe00-\ufe0f\u200c-\u200f\u2066-\u2069]|\u034f)(?=[A-Za-z])/gu;
/** Whatever else Unicode lets a reader ignore, such as soft hyphens: it may not keep a phrase from being found. */
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/** The flag of a country without a code of its own is spelt with hidden characters (UTS #51). */
const SPELT_FLAG = /\u{1f3f4}[\u{e0030}-\u{e007a}]{1,8}\u{e007f}/gu;

/** Letters of Cyrillic, Armenian and Greek, and the Latin ones that they look like. */
const LOOK_ALIKES = 'аеорсухіјѕոԁοαινρυ';
const LOOKED_LIKE = 'aeopcyxijsndoaivpu';
/** One beside a Latin letter: words of these scripts stay. */
const LOOK_ALIKE = new RegExp(`(?<=[a-z])[${LOOK_ALIKES}]|[${LOOK_ALIKES}](?=[a-z])`, 'g');

/** What stands between words: blanks, commas, dashes, marks of code and of HTML. */
const GAP = '[ ,;:–—<>!/"\'`()-]{1,12}';
/** Between the words of a phrase: a few others. */
const FEW = `(?:[\\w’'-]{1,30}${GAP}){0,4}?`;
const INSTRUCTIONS =
  '(?:instructions?|prompts?|directives?|directions|guidelines|guardrails|system message|rules (?:above|you were given))';
const EARLIER = '(?:previous|prior|earlier|above|preceding|foregoing|original|system|your)';
const MODEL =
  '(?:ais?|llms?|(?:ai |language |coding )?(?:assistants?|agents?|models?)|claude|chatgpt|gpt|codex|gemini|copilot|cursor)';
const PERSON = '(?:the |your )(?:user|human|developer|operator|owner)';
/** What nobody sends to an address because a note says so. */
const PRECIOUS =
  '(?:secrets?|credentials?|tokens?|passwords?|api keys?|private keys?|ssh keys?|env(?:ironment)?(?: variables?| files?)?|\\.env|conversations?|chat history|prompts?|memor(?:y|ies)|source code|contents?|files?|notes)';
const KEPT_SECRET = '(?:\\.ssh|\\.env|\\.aws|\\.netrc|id_rsa|id_ed25519|credentials|secrets?)';
const ADDRESS =
  '(?:(?:https?|ftp|wss?)://(?!localhost|127\\.|\\[::1\\])[^ ]{1,60}|[\\w.+-]{1,64}@[\\w-]{1,63}\\.\\w|\\d{1,3}(?:\\.\\d{1,3}){3}\\b)';
const WITHIN_SENTENCE = '(?:[^.!?]|[.](?=[^ ]))';

/** How a line or a sentence begins, behind the mark of a list, a heading or a quotation. */
const BEGINS = '(?:^[-+>#\\d.) ]{0,6}|[.!?:;,] )';
/** Somebody is told to do something. */
const TOLD = `(?:${BEGINS}(?:then |now |next )?|\\b(?:always|please|first|you must|you should|you will) )`;

/**
 * How the reader is spoken to, in lower case; a blank is any white space. Every text in which a phrase is found holds one of the words
 * that it needs.
 */
const PHRASES: readonly (readonly [reason: string, needs: string, phrase: string])[] = [
  [
    'it tells its reader to ignore instructions',
    'ignore disregard forget follow obey override bypass',
    `\\b(?:ignore|disregard|forget|do not (?:follow|obey))\\b${GAP}${FEW}(?:${EARLIER}${GAP}${FEW}${INSTRUCTIONS}|${INSTRUCTIONS} (?:above|before|given|you)|your (?:own )?rules\\b|(?:everything|all|anything) (?:that (?:is|was) )?(?:said |written )?(?:above|before)\\b)|\\bdisregard the above\\b|\\b(?:override|bypass)\\b${GAP}${FEW}(?:your|system|safety)${GAP}${FEW}${INSTRUCTIONS}`,
  ],
  [
    'it tells its reader to ignore instructions',
    'ignor vergiss vergesst missachte oublie olvid esqueca esqueça dimentica игнорируй забудь 忽略 無視 忘れ 무시',
    '\\b(?:ignorier\\w*|vergiss|vergesst|missachte\\w*) (?:[\\wäöüß]+ ){0,4}(?:anweisung|instruktion|vorgabe)|\\b(?:ignore[zr]?|oublie[zr]?) (?:[\\wà-ÿ]+ ){0,4}(?:instructions|consignes)(?: (?:pr[ée]c[ée]dentes|ant[ée]rieures|ci-dessus)|[.!,])|\\b(?:ignora|ignore|olvida|olvide|esque[cç]a|dimentica) (?:[\\wà-ÿ]+ ){0,4}(?:instrucciones|instru[cç][õo]es|istruzioni) (?:anteriores|previas|precedenti)|(?:игнорируй|забудь)(?:те)? (?:[а-яё]+ ){0,3}(?:инструкции|указания)|忽略(?:之前|以上|先前|上面)的?(?:所有)?(?:指令|指示|提示)|(?:以前|上記|これまで)の(?:すべての)?(?:指示|命令)を(?:無視|忘れ)|(?:이전|위의?) (?:모든 )?(?:지시|명령)\\S{0,3} ?(?:사항을 )?무시',
  ],
  [
    'it tells its reader what to be',
    'now pretend unrestricted jailbroken dan',
    `\\b(?:you are now|from now on,? you (?:are|will|must)|pretend (?:to be|you are))\\b${GAP}${FEW}(?:unrestricted|jailbroken|dan\\b|root\\b|developer mode|without (?:any )?(?:restrictions|rules|limits)|${MODEL}\\b)|\\bact as (?:an? )?(?:unrestricted|jailbroken|dan\\b)`,
  ],
  [
    'it hides something from the user',
    'user human developer operator owner',
    `\\b(?:do not|don[’']t|never) (?:ever )?(?:tell|inform|alert|notify|warn|let|mention (?:[^ ]{1,20} ){0,3}?to|(?:show|reveal) (?:[^ ]{1,20} ){0,3}?to) ${PERSON}\\b(?: (?:about|of|that|this|know)|[.!,;]|$)|\\bwithout (?:telling|informing|notifying|alerting) ${PERSON}\\b|\\bhide (?:this|it|that) from ${PERSON}\\b`,
  ],
  [
    'it speaks to a model',
    'you attention note instruction message prompt system assistant',
    `\\b(?:if you are|as) an? ${MODEL}\\b(?: (?:reading|processing|seeing) this)?[ ,:]+you\\b|\\b(?:attention|note to|instructions? (?:for|to)|message (?:for|to))[ :]+(?:all |any |the )?${MODEL}\\b(?:[ ,:!]|[.](?!\\w))|\\b(?:new|updated|real) (?:system )?(?:prompt|instructions?)[:!]|${BEGINS}(?:system|assistant): (?:you|ignore|always|never|do)\\b`,
  ],
  [
    'it imitates the marks of a conversation',
    '<| inst] sys>> <system </system <assistant </assistant <human </human <function_calls </function_calls <tool_result </tool_result',
    '(?<!`)(?:<\\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\\|>|\\[/?inst\\]|<</?sys>>|</?(?:system|system-reminder|system_prompt|assistant|human|function_calls|tool_result)(?: [^<>]{0,80})?>)',
  ],
  [
    'it names an address to send something to',
    'send post upload forward exfiltrate mail transmit submit leak copy push',
    `${TOLD}(?:send|post|upload|forward|exfiltrate|e?mail|transmit|submit|leak|copy|push)\\b[ ,]{1,4}(?:[^ ]{1,40} ){0,6}?[\`"']?${PRECIOUS}\\b${WITHIN_SENTENCE}{0,80}? (?:to|at|into|via) [<(\`"']?${ADDRESS}`,
  ],
  [
    'it names an address to send something to',
    'curl wget ncat ![',
    `\\b(?:curl|wget|ncat)\\b[^\\n]{0,80}?${KEPT_SECRET}[^\\n]{0,80}? ${ADDRESS}|!\\[[^\\]]{0,40}\\]\\(https?://[^) ]{0,100}[?&/=](?:\\{\\{?|\\$\\{?|<)(?:\\w|-){0,40}(?:secret|token|key|data|content|history|conversation|env|prompt)`,
  ],
];

const RULES = PHRASES.map(
  ([reason, , phrase]) => [reason, new RegExp(phrase.replaceAll(' ', '\\s'), 'm')] as const,
);

/** Most texts hold few of the words, so one pass over a text leaves out most of the rules. */
const scan = literalScanner(PHRASES.flatMap(([, needs]) => needs.split(' ')));
/** The rule that needs each of these words. */
const RULE_OF = PHRASES.flatMap(([, needs], rule) => needs.split(' ').map(() => rule));

/** Marks of Markdown within a sentence, and white space beyond one blank or line break. */
const EMPHASIS = /\*+|__+/g;
const BLANKS = /(\s)\s+/g;

/** What a model may be shown of a note. */
interface Shown {
  readonly title: string;
  readonly content: string;
  readonly tags?: readonly string[] | undefined;
  readonly author?: string | null | undefined;
  readonly anchors?: readonly Anchor[] | undefined;
}

/** Why a note speaks to its reader, as sentences with `; ` between; null when it does not. Its time is linear in the text. */
export function suspicionOf({
  title,
  content,
  tags = [],
  author,
  anchors = [],
}: Shown): string | null {
  const about = anchors.flatMap(({ path, symbol, branch }) => [path, symbol, branch]);
  const said = [title, content, ...tags, author, ...about].filter(Boolean).join('\n');
  return suspicionOfText(said);
}

/** The same of any text that a model is shown. */
export function suspicionOfText(said: string): string | null {
  const reasons = new Set<string>();
  const bare = ASCII.test(said) ? said.toLowerCase() : withoutTricks(said, reasons);
  const plain = bare.replace(EMPHASIS, '').replace(BLANKS, '$1');
  const possible = new Set(scan(plain).map((literal) => RULE_OF[literal]));
  for (const [rule, [reason, phrase]] of RULES.entries()) {
    if (!possible.has(rule) || reasons.has(reason)) continue;
    const found = phrase.exec(plain)?.[0];
    if (found !== undefined)
      reasons.add(`${reason}: “${found.replace(/\s+/g, ' ').trim().slice(0, 80)}”`);
  }
  return reasons.size === 0 ? null : [...reasons].join('; ');
}

/** Without what keeps a phrase beyond ASCII from being found, in lower case. Adds a reason if something is hidden. */
function withoutTricks(said: string, reasons: Set<string>): string {
  const text = said.replace(SPELT_FLAG, '');
  const shown = text.replace(HIDDEN, '');
  if (shown.length < text.length) reasons.add('it hides characters');
  return shown
    .normalize('NFKC')
    .replace(IGNORABLE, '')
    .toLowerCase()
    .replace(LOOK_ALIKE, (letter) => LOOKED_LIKE.charAt(LOOK_ALIKES.indexOf(letter)));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: controls are ASCII as well
const ASCII = /^[\u0000-\u007f]*$/;
