import type { Config } from '../../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Route } from '../route.js';
import { auditRoutes } from './audit.js';
import { browserLoginRoutes } from './browserLogins.js';
import { conventionsRoutes, promptRoutes, sddRoutes } from './documents.js';
import { archiveRoute, exportRoute } from './export.js';
import { forgetRoutes, purgeRoute } from './forget.js';
import { hiveRefusedRoute, hiveRoutes } from './hive.js';
import { hiveMemberRoutes, hubRoutes } from './hub.js';
import { importRoutes } from './imports.js';
import { listObservationsRoute } from './listObservations.js';
import { eventsRoute, logRoute, verifyLogRoute } from './log.js';
import { loginRoutes } from './logins.js';
import { mcpRoute } from './mcp.js';
import { observationRoutes, pinRoutes, relatedRoutes } from './observations.js';
import { operationsRoute } from './operations.js';
import { projectionRoutes } from './projections.js';
import {
  activityRoute,
  contextRoute,
  projectsRoute,
  summaryRoute,
  timelineRoute,
} from './projects.js';
import { batchRoute, saveObservationRoute } from './saveObservation.js';
import { facetsRoute, searchRoute } from './search.js';
import { llmsRoute, metricsRoutes, openApiRoute, serviceRoutes, statsRoute } from './service.js';
import { sessionRoutes } from './sessions.js';
import { inviteRoutes, memberRoutes, teamRoutes, teamSessionRoutes } from './teams.js';

/** All routes of the service. */
export function allRoutes(metrics: Metrics, auth: Config['auth']): readonly Route[] {
  const routes: readonly Route[] = [
    saveObservationRoute,
    batchRoute,
    listObservationsRoute,
    ...observationRoutes,
    ...pinRoutes,
    ...relatedRoutes,
    searchRoute,
    facetsRoute,
    contextRoute,
    timelineRoute,
    summaryRoute,
    projectsRoute,
    activityRoute,
    ...conventionsRoutes,
    ...sddRoutes,
    ...sessionRoutes,
    ...promptRoutes,
    ...hiveRoutes,
    hiveRefusedRoute,
    ...hiveMemberRoutes,
    ...hubRoutes,
    purgeRoute,
    ...forgetRoutes,
    exportRoute,
    archiveRoute,
    ...importRoutes,
    statsRoute,
    ...auditRoutes,
    verifyLogRoute,
    eventsRoute,
    logRoute,
    ...projectionRoutes,
    operationsRoute(metrics.history),
    ...loginRoutes,
    ...browserLoginRoutes,
    ...teamRoutes,
    ...memberRoutes,
    ...inviteRoutes,
    ...teamSessionRoutes,
    ...serviceRoutes,
    mcpRoute(() => documented, metrics),
    ...metricsRoutes(metrics),
  ];
  const documented: readonly Route[] = [
    ...routes,
    llmsRoute(() => documented),
    openApiRoute(() => documented, auth),
  ];
  return documented;
}
