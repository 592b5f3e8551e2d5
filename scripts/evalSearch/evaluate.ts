import { client } from '../../tools/client.js';
import { inTemporaryVault } from '../../tools/server/inTemporaryVault.js';
import type { Dataset } from './dataset.js';
import type { Engine } from './engine.js';
import { ftsEngines } from './ftsEngines.js';
import { loadDialogues } from './loadDialogues.js';
import type { Answered } from './score.js';
import { serviceEngine } from './serviceEngine.js';

/** The answers of each engine to all questions. */
export interface Evaluation {
  readonly engines: readonly { readonly name: string; readonly answered: readonly Answered[] }[];
  /** Seconds for loading the service, and for its answers to all questions. */
  readonly loadSeconds: number;
  readonly askSeconds: number;
}

export interface EvaluationOptions {
  /** Hits to ask for, 1 to 100. */
  readonly k: number;
  readonly signal?: AbortSignal | undefined;
}

/** Loads a new service with the dialogues, and runs all questions on it and on plain FTS5 tables. */
export async function evaluate(
  { dialogues, questions }: Dataset,
  { k, signal }: EvaluationOptions,
): Promise<Evaluation> {
  const ask = async ({ name, ask }: Engine) => {
    const answered: Answered[] = [];
    for (const question of questions) answered.push({ question, found: await ask(question) });
    return { name, answered };
  };
  return inTemporaryVault(async ({ start, options: { adminKey } }) => {
    const { url } = await start();
    const started = performance.now();
    const { vault } = client({ url, adminKey, signal });
    const turns = await loadDialogues(vault, dialogues);
    const loaded = performance.now();
    const service = await ask(serviceEngine({ vault, turns, k }));
    const answered = performance.now();
    const engines = [service];
    const said = dialogues.flatMap((dialogue) => dialogue.turns);
    for (const engine of ftsEngines(said, k)) engines.push(await ask(engine));
    const [loadSeconds, askSeconds] = [(loaded - started) / 1000, (answered - loaded) / 1000];
    return { engines, loadSeconds, askSeconds };
  }, signal);
}
