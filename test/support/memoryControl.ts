import type { NodeReport, SharedControl } from '../../src/cluster/sharedControl.js';
import { SharedLogInterrupted } from '../../src/cluster/sharedLog.js';
import type { Clock } from '../../src/domain/time.js';

/** What nodes share in memory. `clock` is that of the engine, in milliseconds. */
export class MemoryControl {
  readonly leases = new Map<string, { holder: string; until: number; state: string | undefined }>();
  readonly reports = new Map<string, NodeReport & { readonly at: number }>();
  readonly secrets = new Map<string, string>();
  /** By how many events each extends. */
  readonly checkpoints = new Map<number, { readonly size: number; readonly note: string }>();
  /** Nodes that cannot reach the engine. */
  readonly cutOff = new Set<string>();

  /** While it is true, nobody is answered at all. */
  silent = false;

  constructor(private readonly clock: Clock) {}

  /** The handle of a node. */
  node(name: string): SharedControl {
    const { leases, reports, secrets, checkpoints } = this;
    const holdBy = (lease: string) => {
      const kept = leases.get(lease);
      return kept && kept.until > this.clock() && kept.holder === name ? kept : undefined;
    };
    const newest = () => [...checkpoints.values()].sort((a, b) => b.size - a.size).at(0);
    const ask = <T>(answer: () => T): Promise<T> =>
      new Promise((resolve, reject) => {
        if (this.silent) return;
        if (this.cutOff.has(name)) reject(new SharedLogInterrupted(`${name} is cut off`));
        else resolve(answer());
      });

    return {
      hold: (lease, ms) =>
        ask(() => {
          const kept = leases.get(lease);
          if (kept && kept.until > this.clock() && kept.holder !== name) return undefined;
          const state = kept?.state;
          leases.set(lease, { holder: name, until: this.clock() + ms, state });
          return { state };
        }),
      leave: (lease, state) =>
        ask(() => {
          const kept = holdBy(lease);
          if (kept) kept.state = state;
          return kept !== undefined;
        }),
      left: (lease) => ask(() => leases.get(lease)?.state),
      leaveAll: () =>
        ask(() => {
          reports.delete(name);
          for (const kept of leases.values()) if (kept.holder === name) kept.until = 0;
        }),
      report: (report, liveMs) =>
        ask(() => {
          reports.set(name, { ...report, name, at: this.clock() });
          return [...reports.values()].filter(({ at }) => at > this.clock() - liveMs);
        }),
      lastReport: () =>
        ask(() => {
          const last = reports.get(name);
          return last && { at: last.at, ageMs: this.clock() - last.at };
        }),
      firstValue: (setting, value) =>
        ask(() => {
          const first = secrets.get(setting) ?? value;
          secrets.set(setting, first);
          return first;
        }),
      newestCheckpoint: () => ask(() => newest()?.note),
      addCheckpoint: (size, note, after) =>
        ask(() => {
          if ((newest()?.size ?? 0) !== after) return false;
          checkpoints.set(after, { size, note });
          return true;
        }),
    };
  }
}
