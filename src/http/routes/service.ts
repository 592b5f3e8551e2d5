import { z } from 'zod';
import type { Config } from '../../config/config.js';
import { COMMIT, VERSION } from '../../config/version.js';
import { Count } from '../../queries/counts.js';
import { observationsTotal } from '../../queries/observationCounts.js';
import { getStats, STATS_FROM, Stats } from '../../queries/stats.js';
import { compressedText, madeOnce } from '../answers/compressedText.js';
import { Readiness, readiness } from '../answers/readiness.js';
import { ok } from '../answers/successAnswers.js';
import type { Metrics } from '../metrics/metrics.js';
import { get, group, type Route, route } from '../route.js';

const CHECKS = { log: 'ok', views: 'ok', hive: 'disabled', disk: 'ok', clock: 'ok', erasure: 'ok' };
const READY = { status: 'ready', checks: CHECKS, conditions: [] };

export const serviceRoutes = group({ tag: 'service' }, [
  get('/healthz', 'getHealth', {
    audience: 'public',
    summary: 'Check that the process is alive',
    description: 'Reads neither the log nor the read models.',
    answers: ok(
      'It is alive.',
      z.object({ status: z.literal('ok') }),
      { status: 'ok' },
      {
        'X-Vault-Instance': 'Which start of the service answers: a digest of `service.json`.',
        'X-Vault-Proof': 'The answer to `X-Vault-Challenge`.',
      },
    ),
    handle: () => ({ status: 'ok' }),
  }),
  get('/readyz', 'getReadiness', {
    audience: 'public',
    summary: 'Check that the service is ready',
    description:
      'The log can be read and takes saves, and the read models have applied all of it. `conditions` lists what is wrong.',
    answers: {
      200: { description: 'The service is ready.', content: Readiness, example: READY },
      503: {
        description: 'The service is not ready; `checks` says why.',
        content: Readiness,
        example: {
          status: 'not_ready',
          checks: { ...CHECKS, views: 'observations is 12 events behind' },
          conditions: [],
        },
      },
    },
    async handle({ vault, upkeep, reply }) {
      const answer = await readiness({ vault, upkeep });
      if (answer.status === 'not_ready') reply.code(503).header('retry-after', 1);
      return answer;
    },
  }),
  get('/api/v1/status', 'getStatus', {
    summary: 'Get the status',
    description: 'The version, the uptime and the number of observations that the caller may see.',
    answers: ok(
      'The status.',
      z.object({
        version: z.string(),
        commit: z.string().optional().meta({
          description: 'What was built, shortened; absent where that is not known.',
        }),
        uptime_seconds: Count,
        tier: z.enum(['community', 'teams']),
        observations_total: Count,
      }),
      {
        version: VERSION,
        commit: '4ab27425',
        uptime_seconds: 60,
        tier: 'community',
        observations_total: 1,
      },
    ),
    handle: async ({ vault, upkeep, sees }) => ({
      version: VERSION,
      commit: COMMIT,
      uptime_seconds: Math.max(0, Math.floor((vault.clock() - upkeep.startedAt) / 1000)),
      tier: vault.config.tier,
      observations_total: observationsTotal(await vault.readModels.current('observations'), sees),
    }),
  }),
]);

/** The metrics, at the path that Prometheus asks for without further settings, and among the other data. */
export function metricsRoutes(metrics: Metrics): readonly Route[] {
  const at = (path: Route['path'], operationId: string) =>
    route({
      method: 'GET',
      path,
      operationId,
      tag: 'service',
      summary: 'Get metrics in the Prometheus text format',
      answers: ok(
        'The metrics.',
        'text/plain',
        '# TYPE memory_vault_log_position gauge\nmemory_vault_log_position 2\n',
      ),
      async handle({ reply }) {
        reply.type('text/plain; version=0.0.4; charset=utf-8');
        return metrics.text();
      },
    });
  return [at('/metrics', 'scrapeMetrics'), at('/api/v1/metrics', 'getMetrics')];
}

const EXAMPLE: Stats = {
  observations_total: 1,
  sessions_total: 1,
  sessions_active: 1,
  prompts_total: 0,
  never_given_total: 0,
  often_wrong_total: 0,
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
  async handle({ vault, sees }) {
    const totals = await vault.log.totals();
    return getStats(() => vault.readModels.current(...STATS_FROM), sees, totals, vault.clock());
  },
});

/** Serves the API document of `routes`. The first request makes it, so that no start waits for it. */
export function openApiRoute(routes: () => readonly Route[], auth: Config['auth']): Route {
  const answer = compressedText(async () => {
    const { openApiDocument } = await import('../openapi/openapi.js');
    return JSON.stringify(openApiDocument(routes(), auth));
  });
  return route({
    method: 'GET',
    path: '/openapi.json',
    operationId: 'getOpenApi',
    tag: 'service',
    audience: 'public',
    summary: 'Get this document',
    description: 'OpenAPI 3.1, compressed with Brotli or gzip for those who accept it.',
    answers: ok('The document.', z.looseObject({ openapi: z.string() }), { openapi: '3.1.0' }),
    handle({ request, reply }) {
      reply.type('application/json; charset=utf-8');
      return answer(request, reply);
    },
  });
}

/** Serves how an agent uses `routes`. The first request makes the text. */
export function llmsRoute(routes: () => readonly Route[]): Route {
  const text = madeOnce(async () => (await import('../openapi/llmsText.js')).llmsText(routes()));
  return route({
    method: 'GET',
    path: '/llms.txt',
    operationId: 'getLlmsText',
    tag: 'service',
    audience: 'public',
    summary: 'Read how to use this API',
    description: 'At most 2,000 tokens for agents (https://llmstxt.org).',
    answers: ok('The text, as Markdown.', 'text/plain', '# Memory Vault\n'),
    handle({ reply }) {
      reply.type('text/plain; charset=utf-8');
      return text();
    },
  });
}
