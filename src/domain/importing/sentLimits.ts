// What is taken of a file that is sent: it is read beside other requests, and no row may hold these. The page says them, too.

/** Bytes of it. */
export const LARGEST_FILE = 32 * 1024 * 1024;

/** Rows of a table. */
export const MOST_ROWS = 100_000;

/** Bytes of a row. */
export const LONGEST_ROW = 1024 * 1024;

/** Values in JSON, or cells, of a row. */
export const MOST_VALUES = 20_000;

/** Bytes of a file in Markdown, which is read in one piece. */
export const LONGEST_NOTES = 256 * 1024;

/** Characters of its front matter: of what a library makes of YAML, each takes as long as fifty others. */
export const LONGEST_FRONT = 16 * 1024;
