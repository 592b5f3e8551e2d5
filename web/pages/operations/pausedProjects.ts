import type { LogEntry } from 'memory-vault-client';

/**
 * The names of the projects that are paused in the hive, from the events that paused and resumed projects. The last event of a
 * stream counts; a name that was forgotten is left out.
 */
export function pausedProjects(events: readonly LogEntry[]): readonly string[] {
  const newest = new Map<string, LogEntry>();
  for (const event of events.toSorted((a, b) => a.position - b.position)) {
    newest.set(event.stream, event);
  }
  return [...newest.values()]
    .filter(({ type }) => type === 'hive.project_paused')
    .flatMap(({ data }) => nameIn(data) ?? [])
    .sort((a, b) => a.localeCompare(b));
}

function nameIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null || !('project' in data)) return undefined;
  return typeof data.project === 'string' ? data.project : undefined;
}
