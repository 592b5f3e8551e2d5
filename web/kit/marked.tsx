import { extractOf, plainExtract } from './plainExtract.js';
import { ShownText } from './shownText.js';
import { UserText } from './userText.js';

/** An extract of a search, in which words that matched stand between `**`. Of Markdown, what it says. */
export function Marked({ text }: { text: string }) {
  return (
    <UserText>
      {extractOf(text).map((part, i) =>
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

/** The beginning of a note in a list: of Markdown, what it says. */
export function Extract({ text }: { text: string }) {
  return <UserText>{plainExtract(text).trim()}</UserText>;
}
