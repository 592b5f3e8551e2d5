import { markdownLines } from '../markdownLines.js';

/** What a commit says, without what was written for programs. */
export interface Message {
  /** The first paragraph in one line. */
  readonly subject: string;
  /** The rest of it: wrapped lines are joined to paragraphs. */
  readonly body: readonly Block[];
}

/** `code` keeps its lines, and `item` is one of a list. */
export interface Block {
  readonly kind: 'prose' | 'item' | 'code';
  readonly text: string;
}

/** In code units: what is longer is no subject, and takes long to look at. */
const LONGEST_SUBJECT = 500;

/** Reads the message of a commit. */
export function readMessage(message: string): Message {
  const text = message.replace(/\r\n?/g, '\n').trim();
  const end = text.search(/\n[ \t]*\n/);
  const head = end < 0 ? text : text.slice(0, end);
  const rest = end < 0 ? '' : text.slice(end);
  // Some write their explanation right below the subject.
  const [first = '', ...others] = head.split('\n');
  const isWrapped = others.length === 1 && rest !== '' && first.length > 40;
  const subject = isWrapped ? `${first} ${others[0]?.trim()}` : first;
  const body = isWrapped ? rest : `${others.join('\n')}\n${rest}`;
  return { subject: subject.slice(0, LONGEST_SUBJECT).trim(), body: blocksOf(body) };
}

/** The body as text: paragraphs with a blank line between, items without. */
export function textOf(body: readonly Block[]): string {
  return body
    .map(({ kind, text }, i) => {
      const gap = kind === 'item' && body[i - 1]?.kind === 'item' ? '\n' : '\n\n';
      return i === 0 ? text : gap + text;
    })
    .join('');
}

const ITEM = /^\s{0,3}(?:[-*+•]|\d{1,2}[.)])\s+/;
const CHECKBOX = /^\s*[-*+]\s+\[[ xX]?\]/;
/** Such as `====` and `---`, below a heading or between two parts. */
const RULE = /^\s*([-=_*~#])\1{2,}\s*$/;

/**
 * Lines that programs and forms wrote: `Signed-off-by: …`, `Change-Id: …`, `Closes #12`, `[skip ci]`, `git-svn-id: …`, and those that
 * a merge or a cherry-pick left.
 */
const TRAILERS = [
  /^\s*[A-Za-z]{1,20}(?:ed|ked)[- ]by\s*:/i,
  /^\s*[A-Za-z][A-Za-z-]{0,40}-(?:by|to|from|in|for|id|url|issue|bug|link|branch|commit|on|number|change|hash)\s*:/i,
  /^\s*(?:cc|link|links|bug|bugs|bugzilla|issue|issues|ticket|jira|pr|url|see|ref|refs|references?|related|change-id|backport|release-notes?|topic|task|test plan|tags|conflicts|fixes|fixed|closes|closed|resolves|resolved|part of|see also|thanks|pull request|review|discussion|upstream|origin|coverity|resolves-bug|epic|x-[\w-]+|rfc|rb)\s*:?\s*(?:$|[<([]*(?:https?:\/\/|[\w./-]*#\d|gh-\d|bz-?\d|\d+\b|[a-z]+-\d+\b|<|@|[\w./-]+@[0-9a-f]{7}))/i,
  /^\s*(?:cc|test plan|tags|topic|bug|change-id|fixes|backport)\s*:\s*\S+\s*$/i,
  /^\s*\(?(?:cherry[ -]picked from|backport(?:ed)? (?:of|from)|\(?cherry picked)\b.*$/i,
  /^\s*(?:git-svn-id|change-type|conflicts|# conflicts)\s*:/i,
  /^\s*\[(?:skip ci|ci skip|no ci|no new tests needed|no tests needed|no changelog|changelog skip)[^\]]*\]/i,
  /^\s*refs?\.?:?\s*$/i,
  /^\s*(?:does this pr introduce|special notes for|release note|checklist|what type of pr|which issue).{0,80}$/i,
  /^\s*(?:🤖\s*)?generated (?:with|by) /i,
] as const;

/** A line that is nothing but an address or a number; within a sentence it is a word. */
const LINK = /^\s*<?(?:https?:\/\/\S+|[\w./-]*#\d+)>?[.,]?\s*$/i;

const isTrailer = (line: string) =>
  line.length < 500 && (TRAILERS.some((trailer) => trailer.test(line)) || isReference(line));

const REFERS = /^\s*(?:\*\s*)?(?:fix(?:es)?|close[sd]?|resolve[sd]?|refs?|see)\s+(?:issue\s+)?/i;
/** Read one by one: a single expression for a list of them would try every way to divide it. */
const NUMBER_OR_LINK = /^(?:\[?[\w./-]*#\d+\]?|https?:\/\/\S*[^\s,])[\s.]*/i;
const NEXT = /^(?:,|and|&)\s*(?:\w+\s+)?/i;

/** Such as `Fixes #12, #13 and https://example.org/14`: nothing is said but what it refers to. */
function isReference(line: string): boolean {
  let rest = REFERS.test(line) ? line.replace(REFERS, '') : undefined;
  while (rest !== undefined && NUMBER_OR_LINK.test(rest)) {
    rest = rest.replace(NUMBER_OR_LINK, '');
    if (rest === '') return true;
    rest = NEXT.test(rest) ? rest.replace(NEXT, '') : undefined;
  }
  return false;
}

function blocksOf(body: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block['kind']; lines: string[] } | undefined;
  const close = () => {
    if (open === undefined) return;
    const text = open.kind === 'code' ? open.lines.join('\n') : open.lines.join(' ');
    if (text.trim() !== '') blocks.push({ kind: open.kind, text: trimmed(open.kind, text) });
    open = undefined;
  };
  const add = (kind: Block['kind'], line: string) => {
    if (open?.kind !== kind || kind === 'item') close();
    open ??= { kind, lines: [] };
    open.lines.push(line);
  };
  for (const { line, isCode } of markdownLines(withoutComments(body))) {
    if (isCode) {
      add('code', line);
    } else if (line.trim() === '') {
      // A blank line within code is code, as long as more of it follows.
      if (open?.kind === 'code') open.lines.push('');
      else close();
    } else if (
      isTrailer(line) ||
      CHECKBOX.test(line) ||
      RULE.test(line) ||
      (open === undefined && LINK.test(line))
    ) {
      close();
    } else if (ITEM.test(line)) {
      add('item', line.trim());
    } else if (open?.kind === 'item' && /^\s/.test(line)) {
      open.lines.push(line.trim());
    } else if (/^(?: {2,}|\t|\s*[|>$])/.test(line) && open?.kind !== 'prose') {
      add('code', line);
    } else if (open?.kind === 'prose') {
      open.lines.push(line.trim());
    } else add('prose', line.trim());
  }
  close();
  return blocks;
}

const trimmed = (kind: Block['kind'], text: string) =>
  kind === 'code' ? text.replace(/^\s*\n/, '').trimEnd() : text.trim().replace(/[ \t]+/g, ' ');

/** Without what a form says to those who fill it in. */
function withoutComments(text: string): string {
  let kept = '';
  let from = 0;
  for (let start = text.indexOf('<!--'); start >= 0; start = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', start);
    if (end < 0) break;
    kept += text.slice(from, start);
    from = end + 3;
  }
  return kept + text.slice(from);
}
