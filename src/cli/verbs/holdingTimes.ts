/** What `save` and `edit` say of the times of a note. */
export const UNTIL_OPTION = 'until when it holds: a day (to its end, UTC) or RFC 3339';
export const REVIEW_OPTION = 'when somebody should look at it: a day or RFC 3339';

/** A time as the API takes it. A day counts to its end; what is neither, the vault refuses. */
export const endOf = (time: string): string =>
  /^\d{4}-\d\d-\d\d$/.test(time) ? `${time}T23:59:59Z` : time;
