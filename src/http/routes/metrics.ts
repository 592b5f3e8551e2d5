import type { Metrics } from '../metrics/metrics.js';
import { type Route, route } from '../route.js';

export function metricsRoute(metrics: Metrics): Route {
  return route({
    method: 'GET',
    path: '/api/v1/metrics',
    operationId: 'getMetrics',
    tag: 'service',
    summary: 'Get metrics',
    description: 'Returns the metrics of the service in the Prometheus text format.',
    answers: {
      200: {
        description: 'The metrics.',
        content: 'text/plain',
        example: '# TYPE memory_vault_log_position gauge\nmemory_vault_log_position 2\n',
      },
    },
    errors: [],
    async handle({ reply }) {
      reply.type('text/plain; version=0.0.4; charset=utf-8');
      return metrics.text();
    },
  });
}
