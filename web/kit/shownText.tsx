import { hiddenCharactersOf } from './hiddenCharacters.js';

/** Text of users in which hidden characters can be seen; they have no effect any more. */
export function ShownText({ text }: { text: string }) {
  return (
    <>
      {hiddenCharactersOf(text).map((part, i) =>
        typeof part === 'string' ? (
          part
        ) : (
          // The parts have no other identity than their place.
          <span key={i} class="hidden-character" title={`${part.code} ${part.name}`}>
            {part.code}
            {part.times > 1 && ` ×${part.times}`}
          </span>
        ),
      )}
    </>
  );
}
