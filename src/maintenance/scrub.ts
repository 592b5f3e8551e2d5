import type { Executor } from '../commands/executor.js';
import { namesInKey, redactEvent } from '../commands/redactEvent.js';
import type { EventLog } from '../log/eventLog.js';
import type { PrivacyFilter, RedactionCount } from '../privacy/privacyFilter.js';
import { addCounts } from '../privacy/redactionCounts.js';
import type { OnProgress } from '../views/projector.js';

/** What a scrub did to one event, or would do. Of a secret it says only the kind. */
interface ScrubbedEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly found: readonly RedactionCount[];
  /** The event that holds the redacted payload; undefined in a dry run. */
  readonly redacted_by?: number | undefined;
}

/** An event with a secret in a name that a scrub leaves, see `namesInKey`. */
type KeptName = Omit<ScrubbedEvent, 'redacted_by'>;

/** The parts of an open vault that a scrub needs. */
interface ScrubParts {
  readonly log: EventLog;
  readonly filter: PrivacyFilter;
  readonly executor: Executor;
}

/** The receipt of a scrub. */
export interface ScrubReceipt {
  readonly dry_run: boolean;
  /** Events that were read, and where the log ended before and after, with its hash there in hex. */
  readonly events: number;
  readonly before: { readonly position: number; readonly hash: string };
  readonly after: { readonly position: number; readonly hash: string };
  readonly scrubbed: readonly ScrubbedEvent[];
  readonly kept_names: readonly KeptName[];
}

const PAGE = 200;

/**
 * Runs today's privacy filter over every event of the log. Where it finds something, it erases the payload and records
 * a redacted one instead. Read models that hold the erased texts are outdated by that, and built again (`applyEvents`).
 */
export async function scrub(
  app: ScrubParts,
  { dryRun, onProgress }: { dryRun: boolean; onProgress: OnProgress },
): Promise<ScrubReceipt> {
  const before = await headOf(app);
  const scrubbed: ScrubbedEvent[] = [];
  const kept_names: KeptName[] = [];
  for (let after = 0; after < before.position; ) {
    const events = await app.log.readAfter(after, PAGE);
    for (const event of events) {
      if (event.type === 'erased' || event.position > before.position) continue;
      const { position, stream, type } = event;
      // Each by itself: nothing is found that only stands beside another name.
      const names = await Promise.all(namesInKey(event).map((name) => app.filter(name)));
      const found = addCounts(...names.map(({ finds }) => finds));
      if (found.length > 0) kept_names.push({ position, stream, type, found });
      const { finds } = await redactEvent.redact(event, app.filter);
      if (finds.length === 0) continue;
      const context = { meta: { actor: 'system' }, dryRun };
      const outcome = await app.executor.execute(redactEvent, event, context);
      const redacted_by = dryRun ? undefined : outcome.position;
      scrubbed.push({ position, stream, type, found: finds, redacted_by });
    }
    after = events.at(-1)?.position ?? before.position;
    onProgress(Math.min(after, before.position), before.position);
  }
  if (!dryRun) await app.log.wipe();
  return {
    dry_run: dryRun,
    events: before.position,
    before,
    after: await headOf(app),
    scrubbed,
    kept_names,
  };
}

async function headOf({ log }: ScrubParts): Promise<ScrubReceipt['before']> {
  const { position, hash } = await log.head();
  return { position, hash: hash.toString('hex') };
}
