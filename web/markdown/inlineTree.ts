import type { Bounds } from './bounds.js';
import type { Inline } from './tokens.js';

/** Marks that may still be closed, with all that was read behind them. If nothing closes them, they are text. */
interface Open {
  readonly mark: string;
  /** How many of the marks are not used yet. */
  left: number;
  /** Of how many marks the run was, and whether it could have closed something as well. */
  readonly run: Run;
  /** Its place among all that is open. */
  readonly at: number;
  inline: Inline[];
  /** How deep what stands in it is nested. */
  depth: number;
  isOpen: boolean;
}

/** A row of the same marks, such as `**`. */
export interface Run {
  readonly length: number;
  readonly canOpen: boolean;
  readonly canClose: boolean;
}

/** Nests the parts of a text. Whatever is added goes into the last marks that are open. */
export interface InlineTree {
  text(text: string): void;
  add(inline: Inline): void;
  /** `*`, `_` or `~`: closes what is open, and opens with what is left of them. */
  marks(mark: string, run: Run): void;
  openBracket(mark: '[' | '!['): void;
  /** Without a target, the bracket and its partner are text. True when it became a link. */
  closeBracket(target: string | undefined): boolean;
  end(): readonly Inline[];
}

const SINGLE: Run = { length: 1, canOpen: true, canClose: false };

export function newInlineTree(bounds: Bounds): InlineTree {
  const root = opened('', SINGLE, 0);
  const stack: Open[] = [root];
  /** What is open, by mark. Those that are not open any more are dropped when they come up. */
  const byMark = new Map<string, Open[]>();
  const put = (inline: Inline, depth = 0) => {
    bounds.part();
    const into = stack.at(-1) ?? root;
    into.inline.push(inline);
    into.depth = Math.max(into.depth, depth);
  };
  const text = (plain: string) => {
    if (plain !== '') put({ kind: 'text', text: plain });
  };
  const open = (mark: string, key: string, run: Run) => {
    bounds.part();
    const one = opened(mark, run, stack.length);
    stack.push(one);
    const same = byMark.get(key);
    if (same) same.push(one);
    else byMark.set(key, [one]);
  };
  const lastOpen = (key: string): Open | undefined => {
    const same = byMark.get(key) ?? [];
    while (same.length > 0 && !same.at(-1)?.isOpen) same.pop();
    return same.at(-1);
  };
  /** All that was opened in it and not closed is text. */
  const flatten = (into: Open) => {
    for (const one of stack.splice(into.at + 1)) {
      one.isOpen = false;
      into.inline.push({ kind: 'text', text: one.mark.repeat(one.left) });
      for (const inline of one.inline) into.inline.push(inline);
      into.depth = Math.max(into.depth, one.depth);
    }
  };
  /** Makes one part of all that stands in it, which uses up some of its marks. */
  const wrap = (one: Open, used: number, whole: (inline: readonly Inline[]) => Inline) => {
    flatten(one);
    const depth = one.depth + 1;
    bounds.depth(depth);
    const made = whole(one.inline);
    one.left -= used;
    one.inline = [];
    one.depth = 0;
    if (one.left === 0) {
      one.isOpen = false;
      stack.pop();
    }
    put(made, depth);
  };
  const close = (mark: string, run: Run): number => {
    let left = run.length;
    for (let one = lastOpen(mark); one && left > 0; one = lastOpen(mark)) {
      if (isApart(one.run, run)) break;
      const used = Math.min(2, one.left, left);
      if (mark === '~' && used < 2) break;
      const kind = mark === '~' ? 'strike' : used === 2 ? 'strong' : 'em';
      wrap(one, used, (inline) => ({ kind, inline }));
      left -= used;
    }
    return left;
  };
  return {
    text,
    add: put,
    marks(mark, run) {
      const left = run.canClose ? close(mark, run) : run.length;
      if (left === 0) return;
      if (run.canOpen) open(mark, mark, { ...run, length: left });
      else text(mark.repeat(left));
    },
    openBracket(mark) {
      open(mark, '[', SINGLE);
    },
    closeBracket(target) {
      const one = lastOpen('[');
      if (!one || target === undefined) {
        byMark.get('[')?.pop();
        text(']');
        return false;
      }
      const kind = one.mark === '[' ? 'link' : 'image';
      // The target is shown beside it.
      bounds.part();
      wrap(one, 1, (inline) => ({ kind, target, inline }));
      // A link holds no other link, so that no bracket before it is the beginning of one.
      if (kind === 'link') byMark.delete('[');
      return true;
    },
    end() {
      flatten(root);
      return root.inline;
    },
  };
}

function opened(mark: string, run: Run, at: number): Open {
  return { mark, left: run.length, run, at, inline: [], depth: 0, isOpen: true };
}

/** As in CommonMark: `**` and `*` beside each other in a path, such as `**\/*.ts`, are no emphasis. */
function isApart(a: Run, b: Run): boolean {
  const isEither = (a.canOpen && a.canClose) || (b.canOpen && b.canClose);
  const isThird = (a.length + b.length) % 3 === 0;
  return isEither && isThird && !(a.length % 3 === 0 && b.length % 3 === 0);
}
