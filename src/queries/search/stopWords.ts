/** Words of a question that do not help a search. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be been before being but by can could did do does doing
   for from had has have having he her hers him his how i if in into is it its just like me my of on or
   our ours out over she should so some such than that the their theirs them then there these they this
   those to too up us was we were what when where which while who whom whose why will with would you your
   yours not no nor s t d ll m re ve don didn doesn isn wasn weren aren won`.split(/\s+/),
);
