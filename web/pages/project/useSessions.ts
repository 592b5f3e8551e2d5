import type { Observation, Session } from 'memory-vault-client';
import { useEffect, useMemo } from 'preact/hooks';
import { api } from '../../base/api.js';
import { usePages } from '../../base/usePages.js';

/** A summary may have 65,536 characters. */
const LIMIT = 100;

/** The sessions of a project by their ids: page by page, until those of all `notes` are there. */
export function useSessions(
  project: string,
  notes: readonly Observation[],
): ReadonlyMap<string, Session> {
  const { value, more } = usePages<Session>(`sessions of ${project}`, async (before, signal) => {
    const query = { project, limit: LIMIT, ...(before !== undefined && { before }) };
    const { data } = await api.GET('/api/v1/sessions/all', { params: { query }, signal });
    return { rows: data, next: data.length < LIMIT ? undefined : data.at(-1)?.id };
  });
  const byId = useMemo(
    () => new Map((value ?? []).map((session) => [session.id, session])),
    [value],
  );
  useEffect(() => {
    if (notes.some(({ session_id }) => session_id !== null && !byId.has(session_id))) more();
  }, [notes, byId, more]);
  return byId;
}
