import type { Project } from 'memory-vault-client';

export interface Totals {
  readonly notes: number;
  readonly sessions: number;
  readonly active: number;
  /** When something last happened. Undefined where nothing did. */
  readonly lastAt: string | undefined;
}

/** What all projects hold together. */
export function totalsOf(projects: readonly Project[]): Totals {
  const sum = (count: (project: Project) => number) =>
    projects.reduce((total, project) => total + count(project), 0);
  return {
    notes: sum(({ observations_total }) => observations_total),
    sessions: sum(({ sessions_total }) => sessions_total),
    active: sum(({ sessions_active }) => sessions_active),
    lastAt: projects
      .map(({ last_activity_at }) => last_activity_at)
      .sort()
      .at(-1),
  };
}
