import type { Sql } from '../../sqlite/sqlite.js';

/** k1 and b of BM25 as FTS5 has them built in. */
const K1 = 1.2;
const BUILT_IN = 0.75;
/** How much length counts here: with 0.75, a short remark ranks above what it remarks on. */
const B = 0.5;
/** Newest observations whose mean length is that of all. */
const SAMPLE = 50;

const LENGTH = '(octet_length(o.title) + octet_length(o.content)) / :average';
const norm = (b: number) => `(1 + ${K1} * (1 - ${b} + ${b} * ${LENGTH}))`;

/**
 * SQL for the score of a row `o` of `observations`: its `bm25` as it would be with B, exact for words that
 * are said once, and its `weights`, which know no length yet. `:average` is `averageLength`.
 */
export const NORMED_SCORE = `(bm25 * ${norm(BUILT_IN)} + weights * ${1 + K1}) / ${norm(B)}`;

/** Bytes of title and content in the mean. */
export function averageLength(views: Sql): number {
  const row = views.get<{ length: number | null }>(
    `SELECT avg(octet_length(title) + octet_length(content)) AS length
     FROM (SELECT title, content FROM observations ORDER BY position DESC LIMIT ${SAMPLE})`,
  );
  return row?.length || 1;
}
