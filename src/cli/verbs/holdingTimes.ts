/** What `save` and `edit` say of the times of a note. */
export const UNTIL_OPTION = 'the note is valid until this day (to its end, UTC) or RFC 3339 time';
export const REVIEW_OPTION = 'list the note in review from this day or RFC 3339 time on';
