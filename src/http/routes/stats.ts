import { getStats, STATS_FROM, Stats } from '../../queries/getStats.js';
import { ok } from '../answers/successAnswers.js';
import { route } from '../route.js';

const EXAMPLE: Stats = {
  observations_total: 1,
  sessions_total: 1,
  sessions_active: 1,
  prompts_total: 0,
  projects_total: 1,
  by_type: { decision: 1 },
  by_project: { checkout: 1 },
  by_team: {},
  by_country: {},
  // The last of thirty days.
  daily_activity: [{ date: '2026-11-20', count: 1 }],
  saves: { stored: 1, deduplicated: 0 },
  redactions_total: 1,
  redactions: { 'key-value': 1 },
  log: { events: 2, head: 2 },
};

export const statsRoute = route({
  method: 'GET',
  path: '/api/v1/stats',
  operationId: 'getStats',
  tag: 'service',
  summary: 'Get statistics of what the caller may see',
  answers: ok('The statistics.', Stats, EXAMPLE),
  async handle({ app, sees }) {
    const totals = await app.log.totals();
    return getStats(() => app.readModels.current(...STATS_FROM), sees, totals, app.clock());
  },
});
