import { useState } from 'preact/hooks';
import { Button } from './button.js';
import { formatCount } from './format.js';
import { ShownText } from './shownText.js';

/** Browsers need seconds to lay out much more than this. */
const SHOWN_AT_FIRST = 50_000;

/** A text with its line breaks, as it was saved. A very long one is cut until somebody wants it all. */
export function PlainText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > SHOWN_AT_FIRST && !isWhole;
  return (
    <>
      <div class="plain-text" dir="auto">
        <ShownText text={isCut ? text.slice(0, SHOWN_AT_FIRST) : text} />
      </div>
      {isCut && (
        <p>
          <Button onClick={() => setWhole(true)}>
            Show all {formatCount(text.length)} characters
          </Button>
        </p>
      )}
    </>
  );
}
