import { client } from '../../tools/client.js';
import { inTemporaryVault, type TemporaryVault } from '../../tools/server/inTemporaryVault.js';
import { type Answers, answer } from './answer.js';
import { type Cost, costOf, cpuSecondsOf } from './costOf.js';
import type { Dataset } from './dataset.js';
import { loadDialogues } from './loadDialogues.js';
import { serviceEngine } from './serviceEngine.js';
import { type PlainOrProcess, withPlainOr } from './withPlainOr.js';

/** The answers of the service and of plain OR to the same questions. */
export interface Evaluation {
  readonly service: Answers;
  readonly plainOr: Answers;
  /** Seconds for loading the service. */
  readonly loadSeconds: number;
  /** Undefined when it was not asked for. */
  readonly cost?: { readonly service: Cost; readonly plainOr: Cost };
}

export interface EvaluationOptions {
  /** Hits to ask for, 1 to 100. */
  readonly k: number;
  /** Asks all questions again, to time them. */
  readonly timed?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Loads a new service with the dialogues, and asks it and plain OR all questions. */
export async function evaluate(
  { dialogues, questions }: Dataset,
  { k, timed = false, signal }: EvaluationOptions,
): Promise<Evaluation> {
  const said = dialogues.flatMap((dialogue) => dialogue.turns);
  const withBoth = async ({ start, options: { adminKey } }: TemporaryVault, or: PlainOrProcess) => {
    const { url } = await start();
    const started = performance.now();
    const { vault } = client({ url, adminKey, signal });
    const turns = await loadDialogues(vault, dialogues);
    const loadSeconds = (performance.now() - started) / 1000;
    const service = serviceEngine({ vault, turns, k });
    const answers = {
      service: await answer(service, questions),
      plainOr: await answer(or.engine, questions),
    };
    if (!timed) return { ...answers, loadSeconds };
    const cost = {
      service: await costOf(service, questions, () => cpuSecondsOf(url)),
      plainOr: await costOf(or.engine, questions, or.cpuSeconds),
    };
    return { ...answers, loadSeconds, cost };
  };
  return withPlainOr(said, { k, signal }, (or) =>
    inTemporaryVault((vault) => withBoth(vault, or), signal),
  );
}
