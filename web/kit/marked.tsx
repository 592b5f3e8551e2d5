import { beginningExtract } from './plainExtract.js';
import { ShownText } from './shownText.js';
import { UserText } from './userText.js';

/** An extract of a search in its parts, of which every second one matched. */
export function Marked({ parts }: { parts: readonly string[] }) {
  return (
    <UserText>
      {parts.map((part, i) =>
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

/** The beginning of a text in a list: of Markdown, what it says. */
export function Extract({ of }: { of: Parameters<typeof beginningExtract>[0] }) {
  return <UserText>{beginningExtract(of)}</UserText>;
}
