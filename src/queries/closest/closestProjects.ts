import { caseless } from '../../domain/text.js';
import type { Visibility } from '../../domain/visibility.js';
import type { Sql } from '../../sqlite/sqlite.js';
import { visible, visibleTo } from '../visible.js';
import { editDistance } from './editDistance.js';
import { sharedBeginning } from './sharedBeginning.js';

/** A project that a caller who may see this asked for. */
export interface AskedProject {
  readonly project: string;
  readonly sees: Visibility;
}

const MOST_CLOSEST = 3;
/** Names that are compared, the first in their order: more would hold up the searches that wait for the thread. */
const MOST_NAMES = 20_000;
/** Longer names, in UTF-16 units, are not compared letter by letter. */
const MAX_LENGTH = 40;
/** A name of fewer letters is a part of too many others. */
const MIN_SHARED = 3;

const NAMES = `FROM observation_counts WHERE project = '' AND dimension = 'project'`;

/**
 * For a project of which the caller sees no note: the names of at most three that have some, the closest first. Closest are
 * names that differ only in case, then those with one or two letters more, less, other or exchanged, then those that contain
 * the asked name or are part of it, then those that begin alike. Empty for a project that is known.
 */
export function closestProjects(views: Sql, { project, sees }: AskedProject): readonly string[] {
  const params = visibleTo(sees);
  const known = `SELECT 1 ${NAMES} AND key = :project AND ${visible()}`;
  if (views.get(known, { ...params, project })) return [];
  const names = views.all<{ key: string }>(
    `SELECT DISTINCT key FROM (SELECT key, wall ${NAMES} ORDER BY key LIMIT ${MOST_NAMES})
     WHERE ${visible()} ORDER BY key`,
    params,
  );
  const asked = caseless(project);
  const near = names.flatMap(({ key }) => {
    const difference = differenceOf(asked, caseless(key));
    return difference === undefined ? [] : [{ key, difference }];
  });
  // A sort keeps the order of equals.
  return near
    .sort((a, b) => a.difference - b.difference)
    .slice(0, MOST_CLOSEST)
    .map(({ key }) => key);
}

/** How different two names are; undefined when they have too little in common. */
function differenceOf(asked: string, name: string): number | undefined {
  if (asked === name) return 0;
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
