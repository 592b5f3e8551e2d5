import type { Span } from './rule.js';

const WORD_START = /[A-Za-z0-9_]/;
const WORD_END = /[A-Za-z0-9_-]/;

/**
 * The spans, in their order, widened to whole words. Of two tokens without a gap between them, the second is recognised
 * only when the first is gone, so they have to be replaced together. Reads each character at most once.
 */
export function wholeWords<S extends Span>(text: string, spans: readonly S[]): readonly S[] {
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
