import { isReference } from './isReference.js';
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

/** The rule that finds a shape and skips references (`isReference`). */
export function shapeRule({ id, kind, needs, pattern, looks = () => true }: Shape): Rule {
  return {
    id,
    needs,
    find(text) {
      const spans: Span[] = [];
      for (const { indices = [] } of text.matchAll(pattern)) {
        const [start, end] = indices.slice(1).find((range) => range !== undefined) ?? [0, 0];
        const secret = text.slice(start, end);
        if (!isReference(secret) && looks(secret)) spans.push({ kind, start, end });
      }
      return spans;
    },
  };
}
