import type { Visibility } from '../../domain/caller.js';
import { editDistance, sharedBeginning } from '../../domain/editDistance.js';
import { type ProjectKey, projectKey } from '../../domain/names.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { observationsTotal, SHOWN_FIRST } from '../observationCounts.js';
import { visible, visibleTo } from '../visible.js';

/** A project that a caller who may see this asked for. */
export interface AskedProject {
  readonly project: string;
  readonly sees: Visibility;
}

const MOST_CLOSEST = 3;
/** Spellings that are read, the first in their order: more would hold up the searches that wait for the thread. */
const MOST_NAMES = 20_000;
/** Longer names, in UTF-16 units, are not compared letter by letter. */
const MAX_LENGTH = 40;
/** A name of fewer letters is a part of too many others. */
const MIN_SHARED = 3;

/** SQL for projects with notes that a caller may see, in the order of their keys, the name that is shown first. */
const NAMES = `
  SELECT project_key, project FROM (
    SELECT project_key, project, sum(count) AS notes FROM (
      SELECT project AS project_key, key AS project, wall, count FROM observation_counts
      WHERE dimension = 'project' ORDER BY 1, 2 LIMIT ${MOST_NAMES})
    WHERE ${visible()} GROUP BY project_key, project)
  ORDER BY project_key, ${SHOWN_FIRST}`;

/**
 * For a project of which the caller sees no note: the names of at most three that have some, the closest first. Closest are
 * names with one or two letters more, less, other or exchanged, then those that contain the asked name or are part of it,
 * then those that begin alike. Case makes no difference. Empty for a project that is known.
 */
export function closestProjects(views: Sql, { project, sees }: AskedProject): readonly string[] {
  const asked = projectKey(project);
  if (observationsTotal(views, sees, asked) > 0) return [];
  const near = new Map<ProjectKey, { project: string; difference: number }>();
  for (const name of views.all<Name>(NAMES, visibleTo(sees))) {
    if (near.has(name.project_key)) continue;
    const difference = differenceOf(asked, name.project_key);
    if (difference !== undefined) near.set(name.project_key, { project: name.project, difference });
  }
  // A sort keeps the order of equals.
  return [...near.values()]
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_CLOSEST)
    .map(({ project: name }) => name);
}

interface Name {
  readonly project_key: ProjectKey;
  readonly project: string;
}

/** How different two names are; undefined when they have too little in common. */
function differenceOf(asked: ProjectKey, name: ProjectKey): number | undefined {
  const most = Math.min(asked.length, name.length) < 5 ? 1 : 2;
  const isShort = Math.max(asked.length, name.length) <= MAX_LENGTH;
  const distance = isShort ? editDistance(asked, name, most) : undefined;
  if (distance !== undefined) return distance;
  const longer = Math.abs(asked.length - name.length);
  const [short, long] = asked.length < name.length ? [asked, name] : [name, asked];
  if (short.length >= MIN_SHARED && long.includes(short)) return PART + longer;
  const shared = sharedBeginning(asked, name);
  return shared > MIN_SHARED && shared * 2 >= asked.length ? BEGINNING - shared : undefined;
}

/** Above any distance, and above any part: a name has 800 characters at most, of up to two units. */
const PART = 10;
const BEGINNING = 10_000;
