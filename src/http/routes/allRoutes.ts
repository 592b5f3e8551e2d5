import type { Config } from '../../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Route } from '../route.js';
import { activityRoute } from './activity.js';
import { archiveRoute } from './archive.js';
import { auditRoutes } from './audit.js';
import { batchRoute } from './batch.js';
import { browserLoginRoutes } from './browserLogins.js';
import { conventionsRoutes } from './conventions.js';
import { eventsRoute } from './events.js';
import { exportRoute } from './exportObservations.js';
import { forgetRoutes } from './forget.js';
import { hiveRoutes } from './hive.js';
import { hiveMemberRoutes } from './hiveMembers.js';
import { hiveRefusedRoute } from './hiveRefused.js';
import { hubRoutes } from './hub.js';
import { importRoutes } from './imports.js';
import { inviteRoutes } from './invites.js';
import { listObservationsRoute } from './listObservations.js';
import { llmsRoute } from './llms.js';
import { logRoute, verifyLogRoute } from './log.js';
import { loginRoutes } from './logins.js';
import { mcpRoute } from './mcp.js';
import { memberRoutes } from './members.js';
import { observationRoutes } from './observations.js';
import { openApiRoute } from './openapi.js';
import { operationsRoute } from './operations.js';
import { pinRoutes } from './pins.js';
import { projectionRoutes } from './projections.js';
import { contextRoute, projectsRoute, summaryRoute } from './projects.js';
import { promptRoutes } from './prompts.js';
import { purgeRoute } from './purge.js';
import { relatedRoutes } from './related.js';
import { saveObservationRoute } from './saveObservation.js';
import { sddRoutes } from './sdd.js';
import { facetsRoute, searchRoute } from './search.js';
import { metricsRoutes, serviceRoutes } from './service.js';
import { sessionRoutes } from './sessions.js';
import { statsRoute } from './stats.js';
import { teamSessionRoutes } from './teamSessions.js';
import { teamRoutes } from './teams.js';
import { timelineRoute } from './timeline.js';

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
    mcpRoute,
    ...metricsRoutes(metrics),
  ];
  const documented: readonly Route[] = [
    ...routes,
    llmsRoute(() => documented),
    openApiRoute(() => documented, auth),
  ];
  return documented;
}
