import { statfs } from 'node:fs/promises';
import { dataFiles } from '../config/dataFiles.js';
import type { DiagnosticCode } from '../diagnostics/catalogue.js';
import { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Reporter } from '../diagnostics/reporter.js';
import { formatTime, toSeconds } from '../domain/time.js';
import type { EventLog } from '../log/eventLog.js';
import type { Wiper } from '../maintenance/wiper.js';
import type { ReadModels } from '../views/readModels.js';
import { type ClockWatch, inWords } from './clockWatch.js';

export interface VitalsParts {
  readonly dataDir: string;
  readonly log: Pick<EventLog, 'refusal'>;
  readonly clockWatch: ClockWatch;
  /** The time of the last event. */
  readonly lastAt: () => number;
  readonly wiper: Pick<Wiper, 'pendingMs'>;
  readonly readModels: Pick<ReadModels, 'trouble' | 'progress'>;
  readonly rebuilds: { status(): { readonly state: string } };
  readonly viewsBytes: () => number;
  /** Free bytes of the disk of a directory. */
  readonly freeBytes: (directory: string) => Promise<number>;
  readonly reporter: Reporter;
}

/** What the log tells without a save, and what only a save meets. */
const TOLD: readonly DiagnosticCode[] = [
  'log_file_gone',
  'log_damaged',
  'clock_jumped',
  'shared_log_unreachable',
  'shared_log_newer',
  'shared_log_not_durable',
];
const MET: readonly DiagnosticCode[] = ['log_locked', 'shared_log_full', 'shared_log_read_only'];

/** So much room, and no refused save for so long, means that a full disk is full no more. */
const ROOM_BYTES = 1_048_576;
const QUIET_SECONDS = 10;
const LOW_BYTES = 200_000_000;
/** So many times the size of views.db are needed to rebuild it while it is in use. */
const LOW_VIEWS = 3;
/** A disk around the limit does not come and go. */
const MARGIN = 1.1;
const LONG_ERASURE_MS = 60_000;

/** What a process that is not the superuser may still use. */
export async function freeBytesOf(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}

/** Looks at what surrounds the vault, and says what is not as it should be. */
export function vitals(parts: VitalsParts) {
  const { dataDir, reporter, clockWatch, wiper } = parts;
  const hold = (diagnostic: Diagnostic, holds: boolean) =>
    holds ? reporter.raise(diagnostic) : reporter.clear(diagnostic.code);

  async function lookAtLog(): Promise<void> {
    const refusal = (await parts.log.refusal())?.diagnostic;
    if (refusal) reporter.raise(refusal);
    for (const code of TOLD) if (refusal?.code !== code) reporter.clear(code);
  }

  function lookAtClock(): number {
    clockWatch.remember();
    const verdict = clockWatch.verdict();
    const ms = verdict.state === 'behind' ? verdict.ms : 0;
    const last = formatTime(toSeconds(parts.lastAt()));
    const message = `the clock is ${inWords(ms)} behind the last event, which was recorded at ${last}: new events get that time`;
    hold(new Diagnostic('clock_behind_log', message, { file: dataFiles({ dataDir }).log }), ms > 0);
    return ms;
  }

  async function lookAtDisk(): Promise<number | undefined> {
    const free = await parts.freeBytes(dataDir).catch(() => undefined);
    if (free === undefined) return undefined;
    const met = reporter.conditions();
    const full = met.find(({ diagnostic }) => diagnostic.code === 'log_disk_full');
    if (full && free >= ROOM_BYTES && full.quietSeconds >= QUIET_SECONDS)
      reporter.clear('log_disk_full');
    const wasLow = met.some(({ diagnostic }) => diagnostic.code === 'disk_nearly_full');
    const least = Math.max(LOW_BYTES, LOW_VIEWS * parts.viewsBytes()) * (wasLow ? MARGIN : 1);
    const message = `only ${Math.floor(free / 1e6)} MB are free for ${dataDir}, which needs ${Math.ceil(least / 1e6)} MB`;
    hold(new Diagnostic('disk_nearly_full', message, { file: dataDir }), free < least);
    return free;
  }

  /** Nobody is asked any more to do something about what no save has met for a while. */
  function forgetMet(): void {
    for (const { diagnostic, quietSeconds } of reporter.conditions())
      if (MET.includes(diagnostic.code) && quietSeconds >= QUIET_SECONDS)
        reporter.clear(diagnostic.code);
  }

  function lookAtErasures(): number {
    const ms = wiper.pendingMs();
    const message = `a forgotten text has been in a file for ${inWords(ms)}: ${reasonToWait()}`;
    hold(new Diagnostic('erasure_pending', message, { file: dataDir }), ms > LONG_ERASURE_MS);
    return ms;
  }

  function reasonToWait(): string {
    if (parts.rebuilds.status().state !== 'idle') return 'a rebuild of the read models is running';
    const { trouble, progress } = parts.readModels;
    if (trouble() !== undefined || progress().some(({ stopped }) => stopped))
      return 'the read models have not applied everything';
    const full = reporter.conditions().some(({ diagnostic }) => diagnostic.code.includes('disk'));
    return full ? 'there is too little space on the disk' : 'a long read keeps it there';
  }

  return {
    /** Looks now; raises and clears conditions. To be called every few seconds. Never rejects. */
    async look() {
      await lookAtLog();
      const clockBehindMs = lookAtClock();
      const freeBytes = await lookAtDisk();
      forgetMet();
      const erasurePendingMs = lookAtErasures();
      reporter.tick();
      return {
        /** Free bytes of the disk of the data directory; undefined when they cannot be told. */
        freeBytes,
        /** How far the clock is behind the last event, in milliseconds; 0 when it is not. */
        clockBehindMs,
        /** For how long the oldest text that was erased may have been in a file, in milliseconds. */
        erasurePendingMs,
      };
    },
  };
}
export type Vitals = ReturnType<typeof vitals>;
