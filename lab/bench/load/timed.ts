import { commits } from '../commits.js';
import type { MeasuredServer } from '../server/measuredServer.js';
import { type Load, type Measured, measure } from './measure.js';

/** The result of a load, and the resources that the server used for it. */
export interface Timed extends Measured {
  /** CPU time of all threads, in milliseconds. */
  readonly cpuPerRequest: number;
  /** Bytes written to disk. */
  readonly writtenPerRequest: number;
  readonly commitsPerRequest: number;
  /** Milliseconds that the event loop was late, the 99th percentile; NaN at one connection, where watching it costs too much. */
  readonly late: number;
  /** How many cores the server kept busy. */
  readonly busy: number;
}

/** Loads a server. Throws when the server refused a request, because the figures would mean nothing. */
export async function timed(server: MeasuredServer, load: Omit<Load, 'url'>): Promise<Timed> {
  const committed = await commits(server.url);
  const isWatched = load.connections > 1;
  const before = await server.sample(isWatched ? 'watch' : 'rest');
  const measured = await measure({ ...load, url: server.url });
  const after = await server.sample();
  if (measured.failed > 0) throw new Error(`${measured.failed} requests failed`);
  const requests = measured.answered;
  const cpu = after.cpu - before.cpu;
  return {
    ...measured,
    cpuPerRequest: cpu / requests,
    writtenPerRequest: (after.written - before.written) / requests,
    commitsPerRequest: ((await commits(server.url)).commits - committed.commits) / requests,
    late: isWatched ? after.late : Number.NaN,
    busy: cpu / (load.seconds * 1000),
  };
}
