import type { What } from '../figure.js';

/** A table of the report: one row per figure, one column per size or number of connections. */
export interface Section {
  readonly title: string;
  readonly text: string;
  readonly by: 'connections' | 'size';
  readonly rows: readonly What[];
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Saves',
    text:
      'Durable saves of 500-byte notes over HTTP into a new vault: each 200 is on disk, synced. Rounds of saves ' +
      'alternate with rounds of two others: a no-op server, which is the same HTTP server (hooks, limits, parsing, ' +
      'validation) with commands that store nothing; and SQLite alone, which inserts one row per note, with as many ' +
      'notes per synced commit as the service had. Each ratio is the median of all rounds. CPU is that of the server ' +
      'process with all its threads. Where no-ops kept less than one core busy, the client or the rest of the machine ' +
      'was the limit; CPU then says more than the rate.',
    by: 'connections',
    rows: [
      'saves, to no-op',
      'saves, to SQLite alone',
      'CPU of a save, to no-op',
      'saves',
      'save p50',
      'save p99',
      'CPU of a save',
      'event-loop delay p99',
      'commits of a save',
      'written to disk for a save',
      'no-op POST',
      'no-op p99',
      'CPU of a no-op',
      'cores busy with no-ops',
      'SQLite alone',
    ],
  },
  {
    title: 'Reads',
    text:
      'Over HTTP, one at a time, as the client sees it; `/healthz` reads nothing. Searches are a mix of the kinds in ' +
      'the next table; their CPU is that of the server with all its threads. Context is 20 notes of any project, timeline 100 notes of one of the ten largest projects.',
    by: 'size',
    rows: [
      'healthz p50',
      'search p50',
      'search p99',
      'CPU of a search',
      'context p50',
      'context p99',
      'timeline p50',
      'timeline p99',
      'get p50',
      'get p99',
      'summary p50',
      'summary p99',
      'stats p50',
      'stats p99',
    ],
  },
  {
    title: 'Searches by kind',
    text: 'By what is searched for, and in which projects. The big project holds a sixth of all notes.',
    by: 'size',
    rows: ['search p50 by kind', 'search p99 by kind'],
  },
  {
    title: 'Reads in process',
    text: 'The same queries without HTTP, 5,000 times each.',
    by: 'size',
    rows: [
      'get in process p50',
      'get in process p99',
      'context in process p50',
      'context in process p99',
      'stats in process p50',
      'stats in process p99',
    ],
  },
  {
    title: 'Saves among reads',
    text:
      '16 connections. Every fifth request is a save; half of the others are searches. For comparison: the same with ' +
      '`/healthz` in place of the reads, and saves alone.',
    by: 'size',
    rows: [
      'save p99 among reads, to /healthz',
      'save p99 among reads',
      'save p99 among /healthz',
      'save p99, nothing else asked',
      'saves among reads',
      'reads among saves',
      'CPU of a save, vault filled',
    ],
  },
  {
    title: 'Whole-log work',
    text:
      'Events per second. Build is a start without read models. Rebuild is a rebuild in a running service, including ' +
      'the comparison of old and new. SQLite alone writes and indexes one row per event; hashing alone is SHA-256 over ' +
      'as many bytes.',
    by: 'size',
    rows: [
      'build',
      'build, to SQLite alone',
      'rebuild and compare',
      'verify',
      'verify, to hashing alone',
      'verify with read models',
    ],
  },
  {
    title: 'Start, memory, disk',
    text:
      'Ready is the time from the start of the process to the first 200 of `/readyz`; open in process leaves out the ' +
      'start of Node and the loading of the code. Memory is the resident set (RSS). Disk is measured with 500-byte notes ' +
      'in sessions of 20, including the events of the sessions and all read models; a table counts with its indexes.',
    by: 'size',
    rows: [
      'ready',
      'ready, to an empty vault',
      'open in process',
      'memory when ready',
      'memory after reads',
      'memory after saves and reads',
      'memory, the most of these',
      'log on disk',
      'read models on disk',
      'on disk',
      'on disk by table',
    ],
  },
  {
    title: 'Import',
    text: 'Notes in batches of 1,000 over HTTP, one request after the other.',
    by: 'size',
    rows: ['import over HTTP', 'import, to SQLite alone'],
  },
];
