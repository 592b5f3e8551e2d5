import type { Sql } from '../../sqlite/sqlite.js';
import { type AnswerRow, sealOfAnswer, sealOfCopy, sealOfHead } from '../seal.js';
import { eventlessAnswers } from '../sqlite/answers.js';
import type { Copied } from '../sqlite/copied.js';
import { hashAt } from '../sqlite/headOf.js';
import { INDEXED, positionsIn, streamParams } from '../sqlite/streamPositions.js';
import type { Report } from './problem.js';
import type { WalkedLog } from './verifyEvents.js';

/** Reports differences between the other tables and the events. */
export function verifyTables(log: Sql, walked: WalkedLog, report: Report): void {
  verifyHead(log, walked, report);
  verifyKinds(log, walked, report);
  verifyRedactions(log, report);
  verifyEventlessAnswers(log, report);
  verifyCopied(log, report);
}

interface HeadRow {
  readonly one: number;
  readonly position: number;
  readonly hash: Buffer;
  readonly deduplicated: number;
  readonly seal: Buffer | null;
}

/** The head is written now and then: see `settle`. */
function verifyHead(log: Sql, { position }: WalkedLog, report: Report): void {
  const [head, ...more] = log.all<HeadRow>('SELECT * FROM head');
  if (head?.one !== 1 || more.length > 0)
    report('head', null, 'the log does not have exactly one head');
  const isThere = head && head.position <= position;
  if (!isThere || !hashAt(log, head.position)?.equals(head.hash)) {
    report('head', position, `the head says ${head?.position}, the last event is ${position}`);
  }
  if (head && !head.seal?.equals(sealOfHead(head, head.deduplicated))) {
    report('head', null, 'the head was changed: its position, hash or counter');
  }
}

function verifyKinds(log: Sql, { kinds }: WalkedLog, report: Report): void {
  const rows = log.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds');
  const listed = new Set(rows.map(({ type, schema }) => `${type} ${schema}`));
  for (const kind of kinds) {
    if (!listed.has(kind)) report('kind', null, `the log does not list its ${kind} events`);
  }
  for (const kind of listed) {
    if (!kinds.has(kind)) report('kind', null, `the log lists ${kind} events, but has none`);
  }
}

/** The mark of a redacted position must point to the newest event of the stream `redaction/<position>`. */
function verifyRedactions(log: Sql, report: Report): void {
  const expected = `SELECT CAST(substr(stream, 11) AS INTEGER) AS position, max(position) AS by
                FROM ${INDEXED} AND stream >= 'redaction/' AND stream < 'redaction0' GROUP BY stream`;
  const marked = 'SELECT position, by FROM redactions';
  const differ = (a: string, b: string) =>
    log.all<{ position: number }>(`SELECT position FROM (${a} EXCEPT ${b}) LIMIT 1000`);
  for (const { position } of differ(expected, marked)) {
    report('redaction', position, 'it was redacted, but is not marked as redacted');
  }
  for (const { position } of differ(marked, expected)) {
    report('redaction', position, 'its mark of a redaction does not follow from the events');
  }
}

const VERSION = `SELECT 1 FROM events WHERE position IN ${positionsIn('version = :version')}`;

/**
 * Reports answers without an event that were changed, or that refer to a version that does not exist. Only their seal
 * protects them, so a missing answer cannot be detected.
 */
function verifyEventlessAnswers(log: Sql, report: Report): void {
  for (const answer of eventlessAnswers(log)) {
    const what = `the answer to request ${answer.key.slice(0, 8)}…`;
    if (!answer.seal?.equals(sealOfAnswer(answer))) {
      report('idempotency', null, `${what} was changed`);
    } else if (answer.version > 0 && !hasVersion(log, answer)) {
      report('idempotency', null, `${what} refers to a version of a stream that does not exist`);
    }
  }
}

function hasVersion(log: Sql, { stream, version }: AnswerRow): boolean {
  return log.get(VERSION, { ...streamParams(log, stream), version }) !== undefined;
}

/** What a copy says of the shared log. */
function verifyCopied(log: Sql, report: Report): void {
  const rows = log.all<Copied & { readonly seal: Buffer }>('SELECT * FROM copied');
  for (const { instance, answers, seal } of rows) {
    if (!seal.equals(sealOfCopy(instance, answers)))
      report('copied', null, 'the record of the copy about its shared log was changed');
  }
}
