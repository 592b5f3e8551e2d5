import type { Observation, VaultClient } from 'memory-vault-client';
import { type SessionHere, TRANSCRIPT_TAG } from '../../backfill/sessionRows.js';
import { sharedRef } from '../../domain/clientRef.js';
import { projectKey } from '../../domain/names.js';

/** What the vault has of the work of agents on this machine. */
export interface Known {
  /** The keys of all projects. */
  readonly projects: ReadonlySet<string>;
  /** The first session that an agent calls so, in `project` if there is one, else in any; undefined where there is none. */
  sessionHere(agent: string, clientRef: string, project: string): SessionHere | undefined;
}

/**
 * Reads which sessions the vault knows by the names that agents gave them, and what was noted in them: a hook may have recorded what a
 * transcript says.
 */
export async function readKnown(vault: VaultClient): Promise<Known> {
  const { data } = await vault.GET('/api/v1/projects', { params: { query: {} } });
  const here = new Map<string, SessionHere & { readonly titles: string[] }>();
  const byId = new Map<string, string[]>();
  const withNotes = new Set<string>();
  const keyOf = (agent: string, ref: string, project = '') =>
    `${agent}\0${sharedRef(ref)}\0${projectKey(project)}`;
  for await (const session of vault.sessions()) {
    const { id, project, team, started_at, state, client_ref, observations_total } = session;
    const { agent = '' } = session;
    if (client_ref === undefined) continue;
    const key = keyOf(agent, client_ref, project);
    const titles = here.get(key)?.titles ?? [];
    const found = { id, project, team, started_at, state, titles };
    // The newest comes first, and the first one is what counts.
    here.set(key, found).set(keyOf(agent, client_ref), found);
    byId.set(id, titles);
    if (observations_total > 0) withNotes.add(project);
  }
  const read = { content_limit: CONTENT };
  const keep = ({ session_id, title, content, tags }: Observation) => {
    // What an earlier run has noted comes again with the same ids.
    const isOwn = tags.includes(TRANSCRIPT_TAG);
    if (session_id && !isOwn) byId.get(session_id)?.push(`${title} ${content}`);
  };
  for (const project of withNotes)
    for await (const note of vault.timeline(project, read)) keep(note);
  // What passive capture has found waits there, and is in no timeline.
  for await (const note of vault.inbox(read)) keep(note);
  return {
    projects: new Set(data.map(({ project }) => projectKey(project))),
    sessionHere: (agent, ref, project) =>
      here.get(keyOf(agent, ref, project)) ?? here.get(keyOf(agent, ref)),
  };
}

/** Code points of a note that are compared. */
const CONTENT = 400;
