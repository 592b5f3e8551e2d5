import { ShownText } from './shownText.js';
import { UserText } from './userText.js';

/** An extract of a search, in which words that matched stand between `**`. */
export function Marked({ text }: { text: string }) {
  return (
    <UserText>
      {text.split('**').map((part, i) =>
        // The parts have no other identity than their place.
        i % 2 === 1 ? (
          <mark key={i}>
            <ShownText text={part} />
          </mark>
        ) : (
          <ShownText key={i} text={part} />
        ),
      )}
    </UserText>
  );
}
