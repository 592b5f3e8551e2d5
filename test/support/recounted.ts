import type { Sql } from '../../src/log/sqlite.js';

/** What the counters of the read models say, and what counting the rows themselves gives. */
export function recounted(views: Sql): { readonly counters: object; readonly rows: object } {
  const pairs = (sql: string) =>
    Object.fromEntries(
      views.all<{ key: string; count: number }>(sql).map(({ key, count }) => [key, count]),
    );
  const nonZero = 'FROM stats WHERE count <> 0 AND dimension =';
  return {
    counters: {
      total: pairs(`SELECT key, count ${nonZero} 'total'`),
      type: pairs(`SELECT key, count ${nonZero} 'type'`),
      project: pairs(`SELECT key, count ${nonZero} 'project'`),
      perProject: pairs(
        `SELECT project AS key,
           observations_total * 1000000 + sessions_total * 1000 + sessions_active AS count
         FROM projects`,
      ),
      perSession: pairs('SELECT id AS key, observations_total AS count FROM sessions'),
      tags: pairs(
        `SELECT project || ' ' || key AS key, count FROM project_counts WHERE dimension = 'tag'`,
      ),
    },
    rows: {
      total: pairs(
        `SELECT * FROM (
           SELECT 'observations' AS key, count(*) AS count FROM observations
           UNION ALL SELECT 'sessions', count(*) FROM sessions
           UNION ALL SELECT 'sessions_active', count(*) FROM sessions WHERE state = 'active'
           UNION ALL SELECT 'prompts', count(DISTINCT name) FROM prompts)
         WHERE count <> 0`,
      ),
      type: pairs('SELECT type AS key, count(*) AS count FROM observations GROUP BY type'),
      project: pairs(
        `SELECT project AS key, count(*) AS count FROM observations
         WHERE project IS NOT NULL GROUP BY project`,
      ),
      perProject: pairs(
        `SELECT project AS key,
           (SELECT count(*) FROM observations AS o WHERE o.project = p.project) * 1000000
           + (SELECT count(*) FROM sessions AS s WHERE s.project = p.project) * 1000
           + (SELECT count(*) FROM sessions AS s WHERE s.project = p.project AND state = 'active')
           AS count FROM projects AS p`,
      ),
      perSession: pairs(
        `SELECT id AS key, (SELECT count(*) FROM observations AS o WHERE o.session_id = s.id) AS count
         FROM sessions AS s`,
      ),
      tags: pairs(
        `SELECT project || ' ' || value AS key, count(*) AS count
         FROM observations, json_each(tags) WHERE project IS NOT NULL GROUP BY project, value`,
      ),
    },
  };
}
