import type { App } from '../../src/app/app.js';
import { openApp } from '../../src/app/openApp.js';
import { enterPhase, publishConventions, savePrompt } from '../../src/commands/documents.js';
import { forgetConventions, forgetPause, forgetPhases } from '../../src/commands/forgetting.js';
import { pauseProject, resumeProject } from '../../src/commands/hive.js';
import { saveObservation } from '../../src/commands/observations.js';
import { endSession, forgetSession, startSession } from '../../src/commands/sessions.js';
import { ulids } from '../../src/domain/ids.js';
import { Rejection } from '../../src/domain/rejection.js';
import { projectStreamKey } from '../../src/events/recorded.js';
import { allProjections } from '../../src/projections/allProjections.js';
import type { Rebuilt } from '../../src/views/rebuilder.js';
import { deterministic } from './deterministic.js';
import type { Note, Step } from './histories.js';
import { plainFilter } from './plainFilter.js';
import { testClock, testConfig } from './testApp.js';

/** One save and its answer. */
export interface SaveRecord {
  readonly note: Note;
  readonly session_id: string | undefined;
  readonly key: string | undefined;
  /** The id and whether the note was stored, or the code of the rejection. */
  readonly answer: { readonly id: string; readonly stored: boolean } | string;
}

export interface Played {
  readonly app: App;
  readonly saves: readonly SaveRecord[];
  /** Sessions in order of their start. */
  readonly sessions: readonly string[];
  /** Number of rebuilds that were not interrupted. */
  readonly rebuilt: readonly Rebuilt[];
}

const UNKNOWN = '01KA5ZHQ7R9T1V3X5Z7B9D1F3H';
const context = { meta: { actor: 'test' } };

/** Plays a history on a real vault, including restarts. The caller must close the returned app. */
export async function playHistory(directory: string, history: readonly Step[]): Promise<Played> {
  const clock = testClock();
  const open = () =>
    openApp(testConfig({ VAULT_DATA_DIR: directory }), {
      clock,
      ids: ulids(),
      filter: plainFilter,
      projections: deterministic(allProjections),
      onError: (error) => {
        throw error;
      },
    });
  let app = await open();
  const saves: SaveRecord[] = [];
  const sessions: string[] = [];
  const rebuilt: Rebuilt[] = [];
  let rebuilding = Promise.resolve();
  const rebuild = async () => {
    try {
      rebuilt.push(await app.rebuilder.start());
    } catch (error) {
      // A rebuild is already running, or a restart ended it.
      onlyRejections(error);
    }
  };
  for (const step of history) {
    if (step.do === 'restart') {
      await app.close();
      app = await open();
    } else if (step.do === 'rebuild') {
      const before = rebuilding;
      rebuilding = rebuild().then(() => before);
    } else if (step.do === 'wait') {
      clock.advance(step.hours * 3_600_000);
      await app.abandonIdleSessions();
    } else if (step.do === 'save') {
      const all = Array.from({ length: step.times }, () => save(app, step, sessions));
      saves.push(...(await Promise.all(all)));
    } else {
      await other(app, step, sessions);
    }
  }
  await rebuilding;
  return { app, saves, sessions, rebuilt };
}

async function save(
  app: App,
  { note, key }: Extract<Step, { do: 'save' }>,
  sessions: readonly string[],
): Promise<SaveRecord> {
  const { session, ...rest } = note;
  const ids = { unknown: UNKNOWN, none: undefined };
  const session_id = typeof session === 'string' ? ids[session] : sessions[session];
  const record = { note, session_id, key };
  const input = {
    content: 'content',
    dry_run: false,
    team: 't',
    country: 'c',
    ...rest,
    session_id,
  };
  try {
    const outcome = await app.executor.execute(
      saveObservation,
      { author: undefined, project: undefined, tags: undefined, ...input },
      { ...context, idempotencyKey: key },
    );
    return { ...record, answer: { id: outcome.key, stored: outcome.appended } };
  } catch (error) {
    if (error instanceof Rejection) return { ...record, answer: error.code };
    throw error;
  }
}

type Other = Exclude<Step, { do: 'restart' | 'rebuild' | 'wait' | 'save' }>;

async function other(app: App, step: Other, sessions: string[]): Promise<void> {
  const { execute } = app.executor;
  switch (step.do) {
    case 'start': {
      const { project, goal, client_ref } = step;
      const input = { project, team: undefined, country: undefined, agent: 'a', goal, client_ref };
      const { key } = await execute(startSession, input, context);
      sessions.push(key);
      return;
    }
    case 'end': {
      const id = sessions[step.session];
      if (id === undefined) return;
      await execute(endSession, { id, summary: step.summary }, context).catch(onlyRejections);
      return;
    }
    case 'prompt':
      await execute(
        savePrompt,
        { name: step.name, content: step.content, tags: step.tags },
        context,
      );
      return;
    case 'publish':
      await execute(publishConventions, { project: step.project, content: step.content }, context);
      return;
    case 'phase':
      await execute(enterPhase, { project: step.project, phase: step.phase }, context);
      return;
    case 'forgetSession': {
      const id = sessions[step.session];
      if (id === undefined) return;
      await execute(forgetSession, { id }, context).catch(onlyRejections);
      return;
    }
    case 'forgetProject': {
      const key = projectStreamKey(step.project);
      const forget = {
        conventions: () => execute(forgetConventions, { key }, context),
        phases: () => execute(forgetPhases, { key }, context),
        pause: () => execute(forgetPause, { key }, context),
      };
      await forget[step.what]().catch(onlyRejections);
      return;
    }
    case 'pause':
      await execute(pauseProject, { project: step.project }, context);
      return;
    case 'resume':
      await execute(resumeProject, { project: step.project }, context);
  }
}

function onlyRejections(error: unknown): void {
  if (!(error instanceof Rejection)) throw error;
}
