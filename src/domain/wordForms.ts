import { stemmer } from 'stemmer';
import { folded } from './searchWords.js';

/** Words of a question that do not help a search. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does doing
   for from had has have having he her hers him his how i if in into is it its just like me my of on or
   our ours out over she should so some such than that the their theirs them then there these they this
   those to too up us was we were what when where which while who whom whose why will with would you your
   yours not no nor s t d ll m re ve don didn doesn isn wasn weren aren won`.split(/\s+/),
);

/**
 * Forms of a word that have no stem in common. Verbs that say little by themselves, such as `go`, `make` and `take`, are
 * left out: their other forms only add noise. English alone: words of other languages are not in it.
 */
const GROUPS = `find found|think thought|buy bought|bring brought|begin began begun|break broke broken|build built|
  catch caught|choose chose chosen|draw drew drawn|drive drove driven|eat ate eaten|fall fell fallen|feel felt|
  fly flew flown|forget forgot forgotten|freeze froze frozen|grow grew grown|hear heard|hide hid hidden|hold held|keep kept|
  know knew known|lead led|leave left|lose lost|mean meant|meet met|pay paid|ride rode ridden|rise rose risen|run ran|
  sell sold|send sent|shoot shot|show showed shown|shrink shrank shrunk|sing sang sung|sit sat|sleep slept|speak spoke spoken|
  spend spent|stand stood|steal stole stolen|swim swam swum|teach taught|tell told|throw threw thrown|
  understand understood|wake woke woken|wear wore worn|win won|write wrote written|child children|man men|
  woman women|person people|foot feet|mouse mice|index indices|vertex vertices|matrix matrices`;

const FORMS = new Map(
  GROUPS.split('|').flatMap((group) => {
    const forms = group.trim().split(/\s+/);
    return forms.map((form) => [form, forms] as const);
  }),
);

/** The forms of a word in lower case, itself among them. */
export function irregularForms(word: string): readonly string[] {
  return FORMS.get(word) ?? [word];
}

/** Stems of words that came before. A few thousand words make up most texts. */
const known = new Map<string, string>();
const MOST_KNOWN = 20_000;
/** Longer words are hashes and tokens of programs: they are not kept. */
const LONGEST_KNOWN = 40;

/**
 * The stem of a folded word, as the index holds it (M. F. Porter, “An algorithm for suffix stripping”, 1980). It begins
 * like the word, its last letter aside.
 */
export function stemOf(word: string): string {
  // The algorithm knows Latin endings alone.
  if (!/[a-z]/.test(word)) return word;
  const stem = known.get(word);
  if (stem !== undefined) return stem;
  // FTS5 counts bytes, and takes the s of `µs` for a plural. Two units are too short for the package.
  const made = /^[^\0-\x7f]s$/.test(word) ? word.charAt(0) : stemmer(word);
  if (word.length <= LONGEST_KNOWN) {
    if (known.size === MOST_KNOWN) known.clear();
    known.set(word, made);
  }
  return made;
}

/** The stem of a word as somebody wrote it. */
export const writtenStem = (word: string): string => stemOf(folded(word));
