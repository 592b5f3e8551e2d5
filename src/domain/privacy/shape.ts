import { isPlaceholder, isReference } from './isReference.js';
import type { Kind } from './kinds.js';
import type { Rule, Span } from './rule.js';

/** A secret that is recognised by the text around it. */
export interface Shape {
  /** As in `Rule`. */
  readonly id: string;
  readonly kind: Kind;
  /** As in `Rule`. */
  readonly needs: readonly string[];
  /** With the flags `d` and `g`. The first group that matched is the secret. */
  readonly pattern: RegExp;
  /** Checks the secret itself where the text around it is not enough. */
  readonly looks?: (secret: string) => boolean;
}

/** Kinds that stand where nothing but a secret can: only what is blanked out or to be filled in is none. */
const ALWAYS: ReadonlySet<Kind> = new Set(['command-line', 'url-userinfo']);

/** The rule that finds a shape and skips references (`isReference`). */
export function shapeRule({ id, kind, needs, pattern, looks = () => true }: Shape): Rule {
  const isNone = ALWAYS.has(kind) ? isPlaceholder : isReference;
  return {
    id,
    needs,
    find(text) {
      const spans: Span[] = [];
      for (const { indices = [] } of text.matchAll(pattern)) {
        const [start, end] = indices.slice(1).find((range) => range !== undefined) ?? [0, 0];
        const secret = text.slice(start, end);
        if (!isNone(secret) && looks(secret)) spans.push({ kind, start, end });
      }
      return spans;
    },
  };
}

const NAME_OF_SECRET =
  /^[[<]?(?:new|old|user|my|your)?[-_]?(?:pass(?:word|wd|phrase)?|pw|pwd|secret|token|key|value|arg|string)s?[-_]?\d?[\]>),.]{0,2}$/i;

/** How a synopsis or an example names a value: `password`, `my_password`, `[key]`. */
export const isNameOfSecret = (value: string): boolean => NAME_OF_SECRET.test(value);
