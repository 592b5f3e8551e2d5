import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { readConfig } from '../../src/config/config.js';
import { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { LoggedEvent } from '../../src/events/vaultEvent.js';
import { allProjections } from '../../src/projections/allProjections.js';
import { projector } from '../../src/views/projector.js';
import { digestViews } from '../../src/views/verifyViews.js';
import { createViews } from '../../src/views/viewsFile.js';
import { checkChain } from '../support/checkChain.js';
import { checkGuards } from '../support/checkGuards.js';
import { eventually } from '../support/eventually.js';
import { plainFilter } from '../support/plainFilter.js';
import { stillReadable } from './readable.js';
import { type Answer, contentOf, summaryOf } from './requests.js';

/** The remains of a vault after a crash. */
export interface Remains {
  /** The reason why it does not open; then all other fields are empty. */
  readonly refusal?: string;
  /** Violated invariants. */
  readonly problems: readonly string[];
  readonly events: readonly LoggedEvent[];
  readonly adminKey?: string;
  /** Acknowledged forgettings whose text is in a file after the start. */
  readonly readable: readonly Answer[];
}

/** Opens a data directory like the next start, and checks everything in it. */
export async function examine(directory: string, answers: readonly Answer[]): Promise<Remains> {
  const problems: string[] = [];
  const onError = (error: unknown) => {
    const isNews = error instanceof Diagnostic && error.level === 'info';
    if (!isNews) problems.push(`reported an error: ${String(error)}`);
  };
  let app: App;
  try {
    const config = readConfig({ VAULT_DATA_DIR: directory });
    app = await openApp(config, { filter: plainFilter, onError });
  } catch (error) {
    const refusal = error instanceof Error ? error.message : String(error);
    return { refusal, problems, events: [], readable: [] };
  }
  let events: readonly LoggedEvent[] = [];
  let readable: readonly Answer[] = [];
  try {
    await erased(app);
    readable = stillReadable(answers, directory);
    events = await app.log.readAfter(0, Number.MAX_SAFE_INTEGER);
    problems.push(...(await problemsOf(app, directory, events)));
  } catch (error) {
    problems.push(`cannot be read: ${String(error)}`);
  } finally {
    await app.close();
  }
  const adminKey = readFileSync(join(directory, 'admin.key'), 'utf8').trim();
  return { problems, events, adminKey, readable };
}

/** A start finishes the wiping that a stop has interrupted, immediately or as soon as possible. */
function erased({ wiper }: App): Promise<void> {
  return eventually('a start has wiped what was forgotten', () => {
    if (wiper.pending()) throw new Error('not yet');
  });
}

async function problemsOf(app: App, directory: string, events: readonly LoggedEvent[]) {
  const log = join(directory, 'log.db');
  const problems = [...checkChain(log), ...checkGuards(log), ...halfWritten(events)];
  for (const { projection, stopped } of app.readModels.progress()) {
    if (stopped) problems.push(`${projection.name} stopped: ${stopped.error}`);
  }
  const damage = (await app.readModels.latest()).db.pragma('integrity_check', { simple: true });
  if (damage !== 'ok') problems.push(`views.db: ${String(damage)}`);
  const { digest } = digestViews(await app.readModels.latest(), allProjections);
  if (digest !== (await replayed(app))) problems.push('the read models differ from a replay');
  return problems;
}

/** Notes and summaries that differ from what was sent. */
function halfWritten(events: readonly LoggedEvent[]): string[] {
  const isWhole = (event: LoggedEvent): boolean => {
    switch (event.type) {
      case 'observation.saved':
      case 'observation.revised':
        return event.data.content === contentOf(event.data.title);
      case 'session.ended':
        return event.data.summary === summaryOf(event.data.id);
      default:
        return true;
    }
  };
  return events.filter((event) => !isWhole(event)).map(({ stream }) => `${stream} is half there`);
}

/** The digest of read models built from scratch. */
async function replayed({ log }: App): Promise<string> {
  const fresh = projector(createViews(':memory:', allProjections), log, allProjections, () => {});
  try {
    await fresh.catchUp();
    return digestViews(fresh.views, allProjections).digest;
  } finally {
    fresh.close();
  }
}
