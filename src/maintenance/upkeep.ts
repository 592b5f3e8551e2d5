import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readOwnFile } from '../files/regularFile.js';
import { writeFreshFile } from '../files/writeFile.js';
import type { VerifyReport } from './verification.js';

const Done = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  events: z.number(),
});

const Upkeep = z.object({
  /** The last verification of the vault, and whether it found all as it was recorded. */
  verified: Done.extend({
    ok: z.boolean(),
    /** The kinds of problems that it listed. */
    kinds: z.array(z.string()).optional(),
  }).optional(),
  /** The last time that the service has checked the whole log by itself, and what it found. */
  checked: Done.extend({ fault: z.string().optional() }).optional(),
  /** The last backup that verified. */
  backedUp: Done.optional(),
});

/** What was done last to look after a vault. */
export type Upkeep = z.infer<typeof Upkeep>;

const fileIn = (dataDir: string) => join(dataDir, 'upkeep.json');

/** What `upkeep.json` says; nothing where it is missing or cannot be read. */
export function readUpkeep(dataDir: string): Upkeep {
  try {
    return Upkeep.parse(JSON.parse(readOwnFile(fileIn(dataDir))));
  } catch {
    return {};
  }
}

/** Notes what a verification of a whole vault, with or without its read models, has found. Never throws. */
export function noteVerified(
  dataDir: string,
  { ok, events, problems }: Pick<VerifyReport, 'ok' | 'events' | 'problems'>,
) {
  const kinds = [...new Set(problems.map(({ kind }) => kind))];
  noteUpkeep(dataDir, { verified: { at: Date.now(), ok, events, kinds } });
}

/** When the whole log was last found as it was recorded, in milliseconds since 1970; undefined where that is not known. */
export function wholeAt({ verified, checked }: Upkeep): number | undefined {
  const times = [
    ...(verified?.ok ? [verified.at] : []),
    ...(checked && checked.fault === undefined ? [checked.at] : []),
  ];
  return times.length > 0 ? Math.max(...times) : undefined;
}

/**
 * Notes in `upkeep.json` what was done now. No event says it, because commands do it that may not write to the log. Never
 * throws: a backup is one also where that cannot be noted, as on a disk that is full.
 */
export function noteUpkeep(dataDir: string, done: Upkeep): void {
  const fresh = `${fileIn(dataDir)}.${process.pid}`;
  try {
    writeFreshFile(fresh, `${JSON.stringify({ ...readUpkeep(dataDir), ...done })}\n`);
    renameSync(fresh, fileIn(dataDir));
  } catch {
    // It is only for whoever asks how long ago it was.
  }
}
