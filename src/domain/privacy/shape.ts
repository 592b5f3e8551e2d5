import { isReference } from './isReference.js';
import type { Kind } from './kinds.js';
import type { Rule } from './rule.js';
import type { Span } from './span.js';

/** A secret known by what stands around it. */
export interface Shape {
  readonly kind: Kind;
  /** As in `Rule`. */
  readonly needs: readonly string[];
  /** With the flags `d` and `g`; the first group that took part is the secret. */
  readonly pattern: RegExp;
  /** What the secret must look like, where the surroundings leave a doubt. */
  readonly looks?: (secret: string) => boolean;
}

/** The rule that finds a shape, but for what only stands for a secret. */
export function shapeRule({ kind, needs, pattern, looks = () => true }: Shape): Rule {
  return {
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
