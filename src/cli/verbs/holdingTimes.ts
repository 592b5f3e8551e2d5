/** What `save` and `edit` say of the times of a note. */
export const UNTIL_OPTION = 'until when it holds: a day (to its end, UTC) or RFC 3339';
export const REVIEW_OPTION = 'when somebody should look at it: a day or RFC 3339';
