import type { Session } from 'memory-vault-client';
import type { ChosenProject } from '../connect/chosenProject.js';
import { clientRef, nthClientRef } from '../domain/clientRef.js';
import { projectKey } from '../domain/names.js';
import { canonicalUlid } from '../domain/ulid.js';
import { failureOf, noSession } from './answer.js';
import type { Surroundings } from './tool.js';

type Started = Pick<Session, 'id' | 'state' | 'project'>;

/** The sessions, from the newest on, among which one that follows another is looked for. */
const LOOKED_AT = 100;

/**
 * The session that a model names: by its id, or by the name that a hook told. The session of that name comes into being when
 * something is kept in it; from then on, its project is around the call, unless the call names one.
 */
export async function namedSession(
  surroundings: Surroundings,
  {
    session_id: named,
    project: given,
  }: { session_id?: string | undefined; project?: string | undefined },
): Promise<{ readonly id: string | undefined; readonly around: Surroundings }> {
  const id = named === undefined ? undefined : canonicalUlid(named);
  const ref = named === undefined || id !== undefined ? undefined : clientRef(named);
  const { clientRef: own, project: around } = surroundings;
  if (ref === undefined || (ref === (own && clientRef(own)) && around !== undefined))
    return { id, around: surroundings };
  const found = given === undefined ? await projectOfRef(surroundings, ref) : undefined;
  const project = found ?? around;
  return { id, around: { ...surroundings, clientRef: ref, reached: undefined, project } };
}

/** The project in which a session of that name began. Undefined where none did, or one in the project around the call, too. */
async function projectOfRef(
  { vault, project: around }: Surroundings,
  ref: string,
): Promise<ChosenProject | undefined> {
  const params = { query: { limit: LOOKED_AT } };
  const listed = vault.GET('/api/v1/sessions/all', { params });
  const { data } = await listed.catch(unlessUnreachable({ data: [] }));
  const projects = data.filter(({ client_ref }) => client_ref === ref).map((one) => one.project);
  const isAround = (one: string) => around && projectKey(one) === projectKey(around.project);
  const project = projects.some(isAround) ? undefined : projects.at(-1);
  return project === undefined ? undefined : { project, source: 'session' };
}

/** A note is not lost for the session that it belongs to; but where nobody answers, the save would only wait as long again. */
const unlessUnreachable =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (failureOf(error).code === 'unreachable') throw error;
    return instead;
  };

/**
 * Starts a work session, or finds the one that the agent, or its hook, has started under the same reference. After an
 * ended one comes another.
 */
export async function startedSession(
  surroundings: Surroundings,
  project: string,
  goal?: string,
): Promise<Started> {
  for (let nth = lastKnown(surroundings, project); ; nth += 1) {
    const session = await nthSession(surroundings, { project, goal, nth });
    if (session.state !== 'ended') return session;
  }
}

/** Ends the agent's session that has not ended, or starts one to end it, unless the last one has this summary already. */
export async function endedSession(
  surroundings: Surroundings,
  project: string,
  { goal, summary }: { goal?: string | undefined; summary: string },
): Promise<Started> {
  for (let nth = lastKnown(surroundings, project); ; nth += 1) {
    const { id, state } = await nthSession(surroundings, { project, goal, nth });
    const ended = await endSession(surroundings, id, summary);
    if (ended && (state !== 'ended' || !(await isFollowed(surroundings, ended)))) return ended;
  }
}

/**
 * Ends the session with that id. Undefined where it had ended before and the agent has gone on since: with another summary,
 * or with the same one and a later session. Throws where it had ended and the agent has no reference to go on with.
 */
export async function endedById(
  surroundings: Surroundings,
  id: string,
  summary: string,
): Promise<Started | undefined> {
  if (surroundings.clientRef === undefined) return putEnd(surroundings, id, summary);
  const ended = await endSession(surroundings, id, summary);
  return ended && !(await isFollowed(surroundings, ended)) ? ended : undefined;
}

/** The session as it has ended, perhaps before; undefined where it did with another summary. */
async function endSession(
  surroundings: Surroundings,
  id: string,
  summary: string,
): Promise<Started | undefined> {
  try {
    return await putEnd(surroundings, id, summary);
  } catch (error) {
    if (failureOf(error).code !== 'session_ended') throw error;
    return undefined;
  }
}

async function putEnd({ vault }: Surroundings, id: string, summary: string): Promise<Started> {
  const params = { path: { id } };
  try {
    return (await vault.PUT('/api/v1/sessions/{id}', { params, body: { summary } })).data;
  } catch (error) {
    throw failureOf(error).code === 'not_found' ? noSession(error) : error;
  }
}

/** Whether the agent has started another session after this one. To ask for the next one would start it. */
async function isFollowed(
  { vault, clientRef: ref = '' }: Surroundings,
  { id, project }: Started,
): Promise<boolean> {
  const params = { query: { project, limit: LOOKED_AT } };
  const { data } = await vault.GET('/api/v1/sessions/all', { params });
  const at = data.findIndex((session) => session.id === id);
  const later = at < 0 ? data : data.slice(0, at);
  const numbered = `${nthClientRef(ref, 1)} (`;
  return later.some(({ client_ref }) => client_ref?.startsWith(numbered));
}

/** The number of the last session that is known: those before it have ended, and are not asked for again. */
function lastKnown({ reached }: Surroundings, project: string): number {
  return reached?.get(projectKey(project)) ?? 1;
}

/** The n-th session of an agent in a project, counted from 1: it is started, or found by its `client_ref`. */
export async function nthSession(
  { vault, agent, clientRef: ref, reached }: Surroundings,
  { project, goal, nth }: { project: string; goal?: string | undefined; nth: number },
): Promise<Started> {
  const client_ref = ref === undefined ? null : (nthClientRef(ref, nth) ?? null);
  const body = { project, goal: goal ?? null, agent: agent ?? null, client_ref };
  const { data } = await vault.POST('/api/v1/sessions', { body });
  reached?.set(projectKey(project), nth);
  return data;
}

/** The session in which a note is saved; undefined where it cannot be told: a note is not lost for that. Rejects where nobody answers. */
export async function sessionForSave(
  surroundings: Surroundings,
  project: string,
): Promise<string | undefined> {
  if (surroundings.clientRef === undefined) return undefined;
  const started = startedSession(surroundings, project).then(({ id }) => id);
  return started.catch(unlessUnreachable(undefined));
}
