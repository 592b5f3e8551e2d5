/** Bytes of one thing in a file of JSON: more than any that a vault takes, and few enough to hold a few of them. */
export const LONGEST_ITEM = 32 * 1024 * 1024;
