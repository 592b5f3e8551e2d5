/** What a query may ask for, so that it is answered quickly. */
export const QUERY = {
  /** Longest query that is read, in UTF-16 units. */
  LENGTH: 2000,
  /** Phrases, prefixes and pairs of characters of FTS5 syntax. More would take seconds or hours: the cost grows faster than their number. */
  PHRASES: 24,
  PREFIXES: 4,
  PAIRS: 32,
  /** Terms whose notes are looked up; of these, the rarest that are searched for. More terms cost time and find nothing better. */
  TERMS_READ: 100,
  TERMS: 24,
  /** Terms up to which a word that no note holds is read as the closest ones. In a longer query, the other words find what is meant. */
  TERMS_CORRECTED: 4,
  /** A query of up to so many terms is a list of keywords: notes with all of them come first. More terms are a question. */
  KEYWORDS: 3,
} as const;

/** How many notes a search looks at. */
export const NOTES = {
  /** Newest notes that are read of each word. Twice as many find nothing more on the test sets. */
  HOLDERS: 250,
  /** Newest notes of a project by which it is estimated how many of all hold a word whose list was cut. */
  COUNTED: 1000,
  /** Newest notes with all keywords that are candidates in any case. */
  WHOLE: 100,
  /** Newest matches of FTS5 syntax or of beginnings that are ranked. Others come newest first. */
  MATCHES: 1000,
  /** Candidates whose texts are read. */
  POOL: 60,
  /** Bytes up to which words are counted in a text. Of a longer one it is only known which words it holds. */
  COUNTED_BYTES: 16_384,
  /** Of these, the best by their own words: what stands around them is read as well. */
  TOP: 16,
  /** A note that stands at most so many places from one of those becomes a hit, too. */
  RAISED: 2,
  /** Candidates that come before older matches, by the weights of their words. */
  CANDIDATES: 200,
  /** Newest matches that are counted by facet. It takes some 1.6 µs for each, on a thread of searches: others wait for it. */
  FACETS: 40_000,
  /** Characters of tags of these, after which no older ones are counted. */
  FACET_TAGS: 8 * 1024 * 1024,
} as const;

/** The formula of ranks (`score.ts`). `docs/performance/search.md` says what each number is worth. */
export const RANK = {
  /** Power of a word's inverse document frequency. */
  RARITY: 1.25,
  /** By what the weight of a stop word is multiplied. */
  STOP_WORD: 0.3,
  /** How much the length of a note matters, 0 to 1: b of BM25. */
  LENGTH: 0.8,
  /** Bytes that each note counts as longer than it is, so that among short notes the length matters less. */
  MORE_BYTES: 50,
  /** A note counts as at most so many times as long as the average. */
  LONGEST: 4,
  /** What a word in title or tags adds, and the length of a title, in bytes, that halves it. */
  TITLE: 0.8,
  TITLE_BYTES: 40,
  /** Share of its words that a note lends to the next after it, and to the next before it; half of that to each further place. */
  LENT_AFTER: 0.7,
  LENT_BEFORE: 0.35,
  /** Places on each side of a note from which words count. */
  REACH: 3,
  /** A question lends more to what follows, which may be its answer, and is worth less itself. */
  LENT_BY_QUESTION: 1.5,
  QUESTION: 0.9,
  /** Words around say less of a remark that is shorter than this, in bytes. */
  SHORT: 80,
  /** A note whose place another one took is worth half of what it says. */
  SUPERSEDED: 0.5,
} as const;
