import { inlineParts } from './inlineParts.js';

/** A description of the API document, with its code and its addresses. */
export function InlineText({ text }: { text: string }) {
  return (
    <>
      {inlineParts(text).map(({ kind, text: part }, i) => {
        // The parts have no other identity than their place.
        if (kind === 'code') return <code key={i}>{part}</code>;
        if (kind === 'text') return part;
        return (
          <a key={i} href={part} rel="noreferrer">
            {part}
          </a>
        );
      })}
    </>
  );
}
