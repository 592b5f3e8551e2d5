import { membersOf } from '../domain/json.js';
import { formatTime, toSeconds } from '../domain/time.js';
import { estimateTokens } from '../domain/tokens.js';
import { type GivenNote, MOST_GIVEN, MOST_TELLINGS } from '../domain/told.js';
import type { Answer } from './answer.js';
import { namedSession, nthSession } from './startedSession.js';
import { call, type GivenRecord, type Surroundings, type Tool } from './tool.js';

/**
 * Calls a tool, and has the vault record which notes the agent was given. The answer does not wait for that, and does not depend
 * on it. A session that keeps nothing else does not begin for it.
 */
export async function callRecorded(
  tool: Tool,
  input: unknown,
  surroundings: Surroundings,
): Promise<Answer> {
  const { record } = surroundings;
  if (record === undefined) return call(tool, input, surroundings);
  const given: GivenNote[] = [];
  const giving = (notes: readonly GivenNote[]) => void given.push(...notes);
  const answer = await call(tool, input, { ...surroundings, giving });
  const { session_id } = membersOf(input);
  // The end of a session may be that of another one.
  if (typeof session_id === 'string' && session_id.trim() !== '' && tool.name !== 'memory_session')
    record.session ??= session_id;
  const notes = given.slice(0, MOST_GIVEN);
  const tokens = estimateTokens(answer.recalled ?? '');
  if (notes.length > 0)
    record.waiting.push({ moment: 'search', notes, tokens, at: toSeconds(record.now()) });
  if (record.waiting.length > MOST_TELLINGS) record.waiting.shift();
  send(record, surroundings).catch(() => {
    // The agent has its answer.
  });
  return answer;
}

/** Sends what waits, once it is known in which session the agent works. What is not taken waits for the next call. */
async function send(record: GivenRecord, surroundings: Surroundings): Promise<void> {
  const isOwnThere = (surroundings.reached?.size ?? 0) > 0;
  if (record.waiting.length === 0 || (record.session === undefined && !isOwnThere)) return;
  const told = record.waiting.splice(0);
  try {
    record.id ??= await firstSession(record, surroundings);
    const body = told.map(({ notes, at, ...telling }) => ({
      ...telling,
      notes: notes.map((note) => ({ ...note })),
      at: formatTime(at),
    }));
    const params = { path: { id: record.id } };
    await surroundings.vault.POST('/api/v1/sessions/{id}/told', { params, body: { told: body } });
  } catch (error) {
    record.waiting.unshift(...told);
    record.waiting.splice(0, record.waiting.length - MOST_TELLINGS);
    throw error;
  }
}

/** The first session of the agent, as hooks record in it: it takes what was told also after its end. */
async function firstSession(record: GivenRecord, surroundings: Surroundings): Promise<string> {
  const { id, around } = await namedSession(surroundings, { session_id: record.session });
  if (id !== undefined) return id;
  const { project } = around;
  if (project === undefined) throw new Error('no project is known');
  return (await nthSession({ ...around, reached: undefined }, { project: project.project, nth: 1 }))
    .id;
}
