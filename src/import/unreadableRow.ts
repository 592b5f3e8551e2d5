/** A row of a source that cannot be taken: its message says why, as the end of "skipped: …". */
export class UnreadableRow extends Error {}
