import type { Bounds } from './bounds.js';
import { codeSpansOf } from './codeSpans.js';
import { newInlineTree, type Run } from './inlineTree.js';
import { bareAddress, bracketedAddress, type Found, linkTarget } from './linkTarget.js';
import type { Inline } from './tokens.js';

const ESCAPABLE = /[!-/:-@[-`{-~]/;
const SPACE = /\s/;
const PUNCTUATION = /[\p{P}\p{S}]/u;
const WORD = /\w/;

/** Reads the text of one block. Each character is looked at a bounded number of times. Line feeds stay in the text. */
export function readInline(text: string, bounds: Bounds): readonly Inline[] {
  const tree = newInlineTree(bounds);
  const codeSpan = codeSpansOf(text);
  let at = 0;
  /** Where the text begins that was not put into the tree yet. */
  let from = 0;
  const flush = () => {
    tree.text(text.slice(from, at));
  };
  const goOn = (to: number) => {
    at = to;
    from = to;
  };
  const address = (found: Found) => {
    flush();
    // `add` counts one. A link is also the text in it, and its target beside it.
    bounds.part(2);
    const inline: Inline[] = [{ kind: 'text', text: found.target }];
    tree.add({ kind: 'link', target: found.target, inline });
    goOn(found.end);
  };
  while (at < text.length) {
    const char = text[at] ?? '';
    switch (char) {
      case '\\': {
        const next = text[at + 1] ?? '';
        if (next !== '\n' && !ESCAPABLE.test(next)) {
          at += 1;
          break;
        }
        flush();
        goOn(at + 1);
        at += 1;
        break;
      }
      case '`': {
        const length = lengthOfRun(text, at);
        const found = codeSpan(at, length);
        if (!found) {
          at += length;
          break;
        }
        flush();
        tree.add({ kind: 'code', text: found.text });
        goOn(found.end);
        break;
      }
      case '*':
      case '_':
      case '~': {
        const run = runAt(text, at);
        // One tilde is "about".
        if (char === '~' && run.length === 1) {
          at += 1;
          break;
        }
        flush();
        tree.marks(char, run);
        goOn(at + run.length);
        break;
      }
      case '!':
        if (text[at + 1] === '[') {
          flush();
          tree.openBracket('![');
          goOn(at + 2);
        } else {
          at += 1;
        }
        break;
      case '[':
        flush();
        tree.openBracket('[');
        goOn(at + 1);
        break;
      case ']': {
        flush();
        const found = linkTarget(text, at + 1);
        goOn(tree.closeBracket(found?.target) && found ? found.end : at + 1);
        break;
      }
      case '<': {
        const found = bracketedAddress(text, at);
        if (found) address(found);
        else at += 1;
        break;
      }
      case 'h':
      case 'H': {
        const isInWord = WORD.test(text[at - 1] ?? '');
        const found = isInWord ? undefined : bareAddress(text, at);
        if (found) address(found);
        else at += 1;
        break;
      }
      default:
        at += 1;
    }
  }
  flush();
  return tree.end();
}

function lengthOfRun(text: string, at: number): number {
  let end = at;
  while (text[end] === text[at]) end += 1;
  return end - at;
}

/** What stands beside marks says whether they can begin or end emphasis. */
function runAt(text: string, at: number): Run {
  const length = lengthOfRun(text, at);
  const before = text[at - 1] ?? ' ';
  const after = text[at + length] ?? ' ';
  const isBeforeText = !SPACE.test(after) && (!PUNCTUATION.test(after) || isEdge(before));
  const isBehindText = !SPACE.test(before) && (!PUNCTUATION.test(before) || isEdge(after));
  if (text[at] !== '_') return { length, canOpen: isBeforeText, canClose: isBehindText };
  // Within a word, such as in snake_case, underscores are letters.
  return {
    length,
    canOpen: isBeforeText && (!isBehindText || PUNCTUATION.test(before)),
    canClose: isBehindText && (!isBeforeText || PUNCTUATION.test(after)),
  };
}

function isEdge(char: string): boolean {
  return SPACE.test(char) || PUNCTUATION.test(char);
}
