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
