import { EVERYTHING } from '../../src/domain/caller.js';
import { observationsIn } from '../../src/queries/sessions.js';
import type { Sql } from '../../src/sqlite/sqlite.js';

/** The counters of the read models, and the counts of the rows themselves. */
export function recounted(views: Sql): { readonly counters: object; readonly rows: object } {
  const pairs = (sql: string) =>
    Object.fromEntries(
      views.all<{ key: string; count: number }>(sql).map(({ key, count }) => [key, count]),
    );
  const counter = (dimension: string, project = `project = ''`) =>
    pairs(`SELECT project || ' ' || key || ' ' || wall AS key, count FROM observation_counts
           WHERE ${project} AND dimension = '${dimension}'`);
  const standing = 'FROM observations WHERE until IS NULL';
  const grouped = (column: string) =>
    pairs(`SELECT ' ' || ${column} || ' ' || wall AS key, count(*) AS count ${standing}
           AND ${column} IS NOT NULL GROUP BY ${column}, wall`);
  const inProject = (column: string, from = 'observations') =>
    pairs(`SELECT project_key || ' ' || ${column} || ' ' || wall AS key, count(*) AS count FROM ${from}
           WHERE until IS NULL AND project IS NOT NULL AND ${column} IS NOT NULL GROUP BY 1`);
  const ids = views.all<{ id: string }>('SELECT id FROM sessions').map(({ id }) => id);
  return {
    counters: {
      total: counter('total'),
      type: counter('type'),
      project: counter('project', `project <> ''`),
      team: counter('team'),
      country: counter('country'),
      day: counter('day'),
      session: counter('session'),
      redaction: counter('redaction'),
      typeInProject: counter('type', `project <> ''`),
      dayInProject: counter('day', `project <> ''`),
      authorInProject: counter('author', `project <> ''`),
      tagInProject: counter('tag', `project <> ''`),
      perSession: ids.map((id) => observationsIn(views, EVERYTHING, id)),
    },
    rows: {
      total: pairs(`SELECT '  ' || wall AS key, count(*) AS count ${standing} GROUP BY wall`),
      type: grouped('type'),
      project: inProject('project'),
      team: grouped('team'),
      country: grouped('country'),
      day: grouped(`date(created_at, 'unixepoch')`),
      session: grouped('session_id'),
      redaction: pairs(
        `SELECT ' ' || (value ->> 'kind') || ' ' || wall AS key, sum(value ->> 'count') AS count
         FROM observations, json_each(redactions) GROUP BY 1`,
      ),
      typeInProject: inProject('type'),
      dayInProject: inProject(`date(created_at, 'unixepoch')`),
      authorInProject: inProject('author'),
      tagInProject: inProject('value', 'observations, json_each(tags)'),
      perSession: ids.map(
        (id) =>
          views.all('SELECT 1 FROM observations WHERE session_id = ? AND until IS NULL', [id])
            .length,
      ),
    },
  };
}
