import { setTimeout as sleep } from 'node:timers/promises';
import { erases } from '../../events/erasure.js';
import type { NodeReport } from '../../log/shared/sharedControl.js';
import type { Wiper } from '../wiper.js';
import type { VaultNode } from './vaultNode.js';

/** What a node tells the others about its files, and what it learns from them. */
export interface NodeReports {
  /** A wiper for answers to callers: it waits until all nodes that live have wiped their files. */
  readonly wiper: Wiper;
  /** Reports from now on. To be called when what a former stop interrupted is being wiped. */
  start(): void;
  stop(): void;
}

const REPORT_MS = 1000;
/** A node that has been silent for longer counts as dead: it wipes its files when it starts again. */
export const LIVE_MS = 10_000;
/** How often those are asked that have not wiped their files yet. */
const ASK_MS = 50;
/** How long a wiping that another node caused is waited for before it goes on in the background. */
const ELSEWHERE_MS = 10_000;

/** The reports of a node whose own files are wiped by `own`. */
export function nodeReports(
  { control, log }: Pick<VaultNode, 'control' | 'log'>,
  own: Wiper,
): NodeReports {
  let wiped = -1;
  let timer: NodeJS.Timeout | undefined;

  /** What was taken in has begun to be wiped in the same turn, so nothing comes between the two looks. */
  function look(): { position: number; wiped: number } {
    const position = log.position();
    if (!own.pending()) wiped = position;
    return { position, wiped };
  }

  const report = () => control.report(look(), LIVE_MS);
  const tryReport = () => void report().catch(() => {});

  log.onGrown(({ events, head }) => {
    if (!events.some(({ type }) => erases(type))) return;
    void own.wipe(head.position, ELSEWHERE_MS).then(tryReport, () => {});
  });

  async function areWiped(position: number): Promise<boolean> {
    const hasWiped = (one: NodeReport) => one.wiped >= position;
    return (await report()).every(hasWiped);
  }

  return {
    wiper: {
      ...own,
      async wipe(position, ms, signal) {
        const late = AbortSignal.timeout(ms);
        const ends = signal ? AbortSignal.any([late, signal]) : late;
        if (!(await own.wipe(position, ms, signal))) return false;
        try {
          while (!(await areWiped(position))) await sleep(ASK_MS, undefined, { signal: ends });
          return true;
        } catch {
          // Too late, or the others cannot be asked: they wipe their files in any case.
          return false;
        }
      },
    },
    start() {
      timer ??= setInterval(tryReport, REPORT_MS).unref();
      tryReport();
    },
    stop: () => clearInterval(timer),
  };
}
