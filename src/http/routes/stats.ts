import { getStats, STATS_FROM, Stats } from '../../queries/getStats.js';
import { ok } from '../answers/successAnswers.js';
import { route } from '../route.js';

export const statsRoute = route({
  method: 'GET',
  path: '/api/v1/stats',
  operationId: 'getStats',
  tag: 'service',
  summary: 'Get statistics',
  description: 'Returns counts over what the caller may see.',
  answers: ok('The statistics.', Stats, example()),
  async handle({ app, sees }) {
    const totals = await app.log.totals();
    return getStats(() => app.readModels.current(...STATS_FROM), sees, totals, app.clock());
  },
});

function example(): Stats {
  const days = Array.from({ length: 30 }, (_, i) => new Date(Date.UTC(2026, 9, 22 + i)));
  return {
    observations_total: 1,
    sessions_total: 1,
    sessions_active: 1,
    prompts_total: 0,
    projects_total: 1,
    by_type: { decision: 1 },
    by_project: { checkout: 1 },
    by_team: {},
    by_country: {},
    daily_activity: days.map((day, i) => ({
      date: day.toISOString().slice(0, 10),
      count: i === 29 ? 1 : 0,
    })),
    saves: { stored: 1, deduplicated: 0 },
    redactions_total: 1,
    redactions: { 'key-value': 1 },
    log: { events: 2, head: 2 },
  };
}
