import type { Config } from '../../config/config.js';
import type { Metrics } from '../metrics/metrics.js';
import type { Route } from '../route.js';
import { auditRoutes } from './audit.js';
import { browserLoginRoutes } from './browserLogins.js';
import { changesRoutes } from './changes.js';
import { consentRoutes } from './consent.js';
import { conventionsRoutes, promptRoutes, sddRoutes } from './documents.js';
import { eventRoutes } from './events.js';
import { exportRoutes } from './export.js';
import { forgetNotesRoutes, forgetRoutes } from './forget.js';
import { hiveRoutes } from './hive.js';
import { hubRoutes } from './hub.js';
import { importFileRoutes } from './importFile.js';
import { importRoutes } from './imports.js';
import { inboxRoutes } from './inbox.js';
import { listObservationsRoute } from './listObservations.js';
import { logRoutes } from './log.js';
import { loginRoutes } from './logins.js';
import { mcpRoute } from './mcp.js';
import { oauthRoutes } from './oauth.js';
import { observationRoutes } from './observations.js';
import { backupRoute, operationsRoute } from './operations.js';
import { projectionRoutes } from './projections.js';
import { projectRoutes } from './projects.js';
import { protectedResourceRoutes } from './protectedResource.js';
import { repositoryRoutes } from './repositories.js';
import { reviewRoutes } from './review.js';
import { saveRoutes } from './saveObservation.js';
import { searchRoutes } from './search.js';
import { llmsRoute, metricsRoutes, openApiRoute, serviceRoutes, statsRoute } from './service.js';
import { sessionRoutes } from './sessions.js';
import { teamRoutes } from './teams.js';
import { tilesRoutes } from './tiles.js';
import { tokenRoutes } from './tokens.js';
import { webhookRoutes } from './webhooks.js';
import { witnessRoutes } from './witnesses.js';

/** All routes of the service. */
export function allRoutes(metrics: Metrics, auth: Config['auth']): readonly Route[] {
  const routes: readonly Route[] = [
    ...saveRoutes,
    listObservationsRoute,
    ...observationRoutes,
    ...searchRoutes,
    ...projectRoutes,
    ...repositoryRoutes,
    ...conventionsRoutes,
    ...sddRoutes,
    ...sessionRoutes,
    ...promptRoutes,
    ...hiveRoutes,
    ...hubRoutes,
    ...reviewRoutes,
    ...changesRoutes,
    ...eventRoutes,
    ...inboxRoutes,
    ...forgetNotesRoutes,
    ...forgetRoutes,
    ...exportRoutes,
    ...importRoutes,
    ...importFileRoutes,
    statsRoute,
    ...auditRoutes,
    ...tilesRoutes,
    ...witnessRoutes,
    ...logRoutes,
    ...projectionRoutes,
    operationsRoute(metrics.history),
    backupRoute,
    ...loginRoutes,
    ...browserLoginRoutes,
    ...teamRoutes,
    ...tokenRoutes,
    ...webhookRoutes,
    ...serviceRoutes,
    ...protectedResourceRoutes,
    ...oauthRoutes,
    ...consentRoutes,
    mcpRoute(() => all, metrics),
    ...metricsRoutes(metrics),
  ];
  const all: readonly Route[] = [
    ...routes,
    llmsRoute(() => documented),
    openApiRoute(() => documented, auth),
  ];
  const documented = all.filter(({ undocumented }) => !undocumented);
  return all;
}
