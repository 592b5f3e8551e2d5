import type { App } from '../../../src/app/app.js';
import {
  forgetObservation,
  reviseObservation,
  saveObservation,
} from '../../../src/commands/observations.js';
import { endSession, startSession } from '../../../src/commands/sessions.js';
import { Rejection } from '../../../src/domain/rejection.js';
import { type Answer, contentOf, type Request, summaryOf } from '../requests.js';

/** Executes a request on an app in this process. */
export async function answer(app: App, request: Request): Promise<Answer> {
  try {
    return await execute(app, request);
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    const name = request.do === 'save' ? request.title : request.do;
    return { is: 'refused', request: name, detail: error.message };
  }
}

async function execute({ executor, wiper }: App, request: Request): Promise<Answer> {
  const context = { meta: { actor: 'test' } };
  const absent = { team: undefined, country: undefined };
  switch (request.do) {
    case 'save': {
      const { title, session, force, key } = request;
      const note = {
        title,
        content: contentOf(title),
        type: 'learning',
        project: 'crash',
      } as const;
      const rest = { ...absent, author: undefined, tags: ['t'], dry_run: false };
      const outcome = await executor.execute(
        saveObservation,
        { ...note, ...rest, session_id: session, force },
        { ...context, idempotencyKey: key },
      );
      return { is: outcome.appended ? 'stored' : 'duplicate', id: outcome.key, title };
    }
    case 'start': {
      const { goal } = request;
      const input = { ...absent, project: 'crash', agent: undefined, goal };
      const { key } = await executor.execute(startSession, input, context);
      return { is: 'started', id: key, goal };
    }
    case 'end': {
      const input = { id: request.session, summary: summaryOf(request.session) };
      const { key } = await executor.execute(endSession, input, context);
      return { is: 'ended', id: key };
    }
    case 'revise': {
      const { id, title } = request;
      const change = { title, content: contentOf(title), type: undefined, tags: undefined };
      await executor.execute(reviseObservation, { id, ...change }, context);
      return { is: 'revised', id, title };
    }
    case 'forget': {
      const { id, title } = request;
      const { position } = await executor.execute(forgetObservation, { id }, context);
      const isGone = await wiper.wipe(position, 2000);
      return isGone
        ? { is: 'forgotten', id, title }
        : { is: 'refused', request: title, detail: 'still in a file' };
    }
  }
}
