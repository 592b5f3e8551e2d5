/** How the vault took a query, for people. Undefined where it was taken word by word, as everybody expects. */
export function readingInWords(
  reading: string | undefined,
  q: string,
  corrected: readonly Correction[],
): string | undefined {
  switch (reading) {
    case 'syntax':
      return 'Read as search syntax, with quotes, AND, OR, NOT and *.';
    case 'prefix':
      return 'No note has these words. You see notes with words that begin like them.';
    case 'corrected':
      return corrected.length > 0
        ? `${corrected.map(inWords).join(' ')} A word that no note has is replaced by the closest ones.`
        : 'Some of these words are in no note. They are replaced by the closest ones.';
    case 'relaxed':
      return wordsIn(q) > 3
        ? 'Read as a question: notes that match most of it come first.'
        : 'Notes with all of the words come first, then those with some of them.';
    default:
      return undefined;
  }
}

/** A word that no note holds, and what it was read as. */
export interface Correction {
  readonly word: string;
  readonly readAs: readonly string[];
}

interface Explained {
  readonly explain?:
    | {
        readonly words: readonly {
          readonly word: string;
          readonly read_as?: readonly string[] | undefined;
        }[];
      }
    | undefined;
}

/** The corrections that the explanations of hits tell of, each word once. */
export function correctionsOf(hits: readonly Explained[]): readonly Correction[] {
  const found = new Map<string, readonly string[]>();
  for (const { explain } of hits) {
    for (const { word, read_as } of explain?.words ?? []) {
      if (read_as) found.set(word, read_as);
    }
  }
  return [...found].map(([word, readAs]) => ({ word, readAs }));
}

function inWords({ word, readAs }: Correction): string {
  return `“${word}” was read as ${readAs.map((one) => `“${one}”`).join(' or ')}.`;
}

function wordsIn(q: string): number {
  return q.split(/\s+/).filter(Boolean).length;
}

/** The names in a header `X-Search-Hint`: percent-encoded, with commas between. */
export function hintedProjects(header: string | null): readonly string[] {
  return (header ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
    .map((name) => {
      try {
        return decodeURIComponent(name);
      } catch {
        return name;
      }
    });
}
