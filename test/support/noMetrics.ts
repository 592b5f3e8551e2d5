import { history } from '../../src/http/metrics/history.js';
import type { Metrics } from '../../src/http/metrics/metrics.js';

/** Metrics that count nothing, for routes that are looked at and not served. */
export const NO_METRICS: Metrics = {
  text: async () => '',
  countRequest: () => {},
  history: history(() => 0),
};
