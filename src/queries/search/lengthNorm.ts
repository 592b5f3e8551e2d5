import type { Sql } from '../../sqlite/sqlite.js';

/** k1 and b of BM25, which are built into FTS5. */
const K1 = 1.2;
const BUILT_IN = 0.75;
/** The b that is wanted here: with 0.75, a short remark about a note ranks above the note. */
const B = 0.5;
/** Number of the newest observations whose mean length is used for all. */
const SAMPLE = 50;

const LENGTH = '(octet_length(o.title) + octet_length(o.content)) / :average';
const norm = (b: number) => `(1 + ${K1} * (1 - ${b} + ${b} * ${LENGTH}))`;

/**
 * SQL for the score of a row `o` of `observations`: its `bm25` converted to B (exact for words that occur once), plus
 * its `weights`, normalised by length here. `:average` is `averageLength`.
 */
export const NORMED_SCORE = `(bm25 * ${norm(BUILT_IN)} + weights * ${1 + K1}) / ${norm(B)}`;

/** Mean length of title and content, in bytes. */
export function averageLength(views: Sql): number {
  const row = views.get<{ length: number | null }>(
    `SELECT avg(octet_length(title) + octet_length(content)) AS length
     FROM (SELECT title, content FROM observations ORDER BY position DESC LIMIT ${SAMPLE})`,
  );
  return row?.length || 1;
}
