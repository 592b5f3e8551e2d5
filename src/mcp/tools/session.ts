import { z } from 'zod';
import { text } from '../../domain/fields.js';
import { projectKey } from '../../domain/names.js';
import { Failure } from '../answer.js';
import { oneProjectOf, projectWith } from '../projectOf.js';
import { endedById, endedSession, namedSession, startedSession } from '../startedSession.js';
import { tool } from '../tool.js';

/** Code points of goal and summary: as much as the vault takes. */
const LONGEST = 65_536;

export const sessionTool = tool({
  name: 'memory_session',
  description:
    'End the work session with a summary for the next one: goal, done, learned, next. Start one only ' +
    'where none was given.',
  input: z
    .object({
      action: z.enum(['start', 'end']),
      goal: text(0, LONGEST).optional(),
      summary: text(1, LONGEST).optional(),
      session_id: z.string().trim().min(1).optional(),
      project: z.string().optional(),
    })
    .refine(({ action, summary }) => action === 'start' || summary !== undefined, {
      path: ['summary'],
      error: 'is required to end a session',
    })
    .refine(({ action, summary }) => action === 'end' || summary === undefined, {
      path: ['summary'],
      error: 'goes with the end of a session',
    })
    .refine(({ action, session_id }) => action === 'end' || session_id === undefined, {
      path: ['session_id'],
      error: 'goes with the end of a session',
    }),
  // Not idempotent: without a reference of the agent, each start makes a session.
  annotations: { destructiveHint: false, openWorldHint: false },
  async answer({ action, goal, summary = '', session_id, project }, surroundings) {
    const { id: named, around } = await namedSession(surroundings, { session_id, project });
    if (named !== undefined && action === 'end') {
      // The goal of a session can only be set at its start.
      const whole = goal ? `Goal: ${goal}\n\n${summary}` : summary;
      const ended = await endedById(surroundings, named, whole);
      if (ended) {
        const { said } = projectWith(surroundings, 'session', ended.project);
        const isOther = project !== undefined && projectKey(project) !== projectKey(ended.project);
        const not = isOther ? '; it is not of the project in the argument' : '';
        return { project: `${said}${not}`, session_id: ended.id, state: ended.state };
      }
    }
    if (action === 'end' && around.clientRef === undefined) {
      throw new Failure('invalid_payload', 'session_id: is required here', {
        next: 'Give the session_id from the start of the session; without one, save with memory_save instead',
      });
    }
    const { name, said } = oneProjectOf(around, project);
    const { id, state } =
      action === 'start'
        ? await startedSession(around, name, goal)
        : await endedSession(around, name, { goal, summary });
    return { project: said, session_id: id, state };
  },
});
