import type { Metrics } from '../metrics.js';
import { openApiDocument } from '../openapi.js';
import type { Route } from '../route.js';
import { batchRoute } from './batch.js';
import { contextRoute } from './context.js';
import { conventionsRoutes } from './conventions.js';
import { getObservationRoute } from './getObservation.js';
import { hiveStatusRoute } from './hive.js';
import { metricsRoute } from './metrics.js';
import { openApiRoute } from './openapi.js';
import { projectsRoute } from './projects.js';
import { promptRoutes } from './prompts.js';
import { saveObservationRoute } from './saveObservation.js';
import { sddRoutes } from './sdd.js';
import { searchRoute } from './search.js';
import { serviceRoutes } from './service.js';
import { sessionRoutes } from './sessions.js';
import { statsRoute } from './stats.js';
import { summaryRoute } from './summary.js';
import { timelineRoute } from './timeline.js';

/** Everything the service answers. */
export function allRoutes(metrics: Metrics): readonly Route[] {
  const routes: readonly Route[] = [
    saveObservationRoute,
    batchRoute,
    getObservationRoute,
    searchRoute,
    contextRoute,
    timelineRoute,
    summaryRoute,
    projectsRoute,
    ...conventionsRoutes,
    ...sddRoutes,
    ...sessionRoutes,
    ...promptRoutes,
    hiveStatusRoute,
    statsRoute,
    ...serviceRoutes,
    metricsRoute(metrics),
  ];
  const documented = [...routes, openApiRoute(() => document)];
  const document = openApiDocument(documented);
  return documented;
}
