import type { Sql } from '../../sqlite/sqlite.js';
import { sealOfHead } from '../seal.js';
import type { Report } from './problem.js';
import { verifyEventlessAnswers } from './verifyEventlessAnswers.js';
import type { WalkedLog } from './verifyEvents.js';

/** Reports what the other tables say beside what the events were found to be. */
export function verifyTables(log: Sql, walked: WalkedLog, report: Report): void {
  verifyHead(log, walked, report);
  verifyKinds(log, walked, report);
  verifyRedactions(log, report);
  verifyOrphans(log, report);
  verifyDedup(log, report);
  verifyEventlessAnswers(log, report);
}

interface HeadRow {
  readonly one: number;
  readonly position: number;
  readonly hash: Buffer;
  readonly deduplicated: number;
  readonly seal: Buffer | null;
}

function verifyHead(log: Sql, { position, hash }: WalkedLog, report: Report): void {
  const [head, ...more] = log.all<HeadRow>('SELECT * FROM head');
  if (head?.one !== 1 || more.length > 0) report('head', null, 'the log has not one head');
  if (head?.position !== position || head.hash.toString('hex') !== hash) {
    report('head', position, `the head says ${head?.position}, the last event is ${position}`);
  }
  if (head && !head.seal?.equals(sealOfHead(head, head.deduplicated))) {
    report('head', null, 'the head is not as it was written: its counter may be another');
  }
}

function verifyKinds(log: Sql, { kinds }: WalkedLog, report: Report): void {
  const rows = log.all<{ type: string; schema: number }>('SELECT type, schema FROM kinds');
  const listed = new Set(rows.map(({ type, schema }) => `${type} ${schema}`));
  for (const kind of kinds) {
    if (!listed.has(kind)) report('kind', null, `the log does not list its ${kind} events`);
  }
  for (const kind of listed) {
    if (!kinds.has(kind)) report('kind', null, `the log lists ${kind} events and has none`);
  }
}

/** The newest event of each stream `redaction/<position>` is what that position is marked with. */
function verifyRedactions(log: Sql, report: Report): void {
  const told = `SELECT CAST(substr(stream, 11) AS INTEGER) AS position, max(position) AS by
                FROM events WHERE stream >= 'redaction/' AND stream < 'redaction0' GROUP BY stream`;
  const marked = 'SELECT position, by FROM redactions';
  const differ = (a: string, b: string) =>
    log.all<{ position: number }>(`SELECT position FROM (${a} EXCEPT ${b}) LIMIT 1000`);
  for (const { position } of differ(told, marked)) {
    report('redaction', position, 'it was redacted and is not marked so');
  }
  for (const { position } of differ(marked, told)) {
    report('redaction', position, 'it is marked as redacted otherwise than the events tell');
  }
}

/** A note that was revised has one guard: that of its newest revision. */
function verifyDedup(log: Sql, report: Report): void {
  const twice = log.all<{ position: number }>(
    `SELECT min(position) AS position FROM dedup GROUP BY stream HAVING count(*) > 1
     ORDER BY min(position) LIMIT 1000`,
  );
  for (const { position } of twice) {
    report('dedup', position, 'its guard should have given way to that of a later revision');
  }
}

function verifyOrphans(log: Sql, report: Report): void {
  const orphans = log.all<{ position: number }>(
    'SELECT position FROM payloads WHERE position NOT IN (SELECT position FROM events) LIMIT 1000',
  );
  for (const { position } of orphans) report('orphan', position, 'a payload without its event');
}
