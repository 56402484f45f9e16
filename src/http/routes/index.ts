import type { RouteDefinition } from '../route.ts';
import { asyncOperationRoutes } from './async-operations.ts';
import { automationRoutes } from './automation.ts';
import { bulkRoutes } from './bulk.ts';
import { bulkManagementRoutes } from './bulk-management.ts';
import { bulkSearchRoutes } from './bulk-search.ts';
import { capabilitiesRoute } from './capabilities.ts';
import { cmisRoute } from './cmis.ts';
import { collectBinariesRoutes } from './collect-binaries.ts';
import { collectBlobsRoutes } from './collect-blobs.ts';
import { configRoutes } from './config.ts';
import { conversionRoutes } from './conversions.ts';
import { directoryRoutes } from './directory.ts';
import { documentRoutes } from './document.ts';
import { documentSetRoutes } from './document-sets.ts';
import { documentationRoutes } from './documentation.ts';
import { driveConfigurationRoute } from './drive.ts';
import { driveSignInRoutes } from './drive-sign-in.ts';
import { groupRoutes } from './group.ts';
import { healthRoutes } from './health.ts';
import { iconRoute } from './icons.ts';
import { invitationRoutes } from './invitation.ts';
import { jobRoutes } from './jobs.ts';
import { loginRoutes } from './login.ts';
import { managementRoutes } from './management.ts';
import { meRoutes } from './me.ts';
import { metricsRoute } from './metrics.ts';
import { migrationRoutes } from './migrations.ts';
import { nxbigblobRoutes } from './nxbigblob.ts';
import { nxfileRoutes } from './nxfile.ts';
import { oauth2AuthorizeRoutes } from './oauth2-authorize.ts';
import { oauth2ClientRoutes } from './oauth2-clients.ts';
import { oauth2ExpiredRoute } from './oauth2-expired.ts';
import { oauth2ProviderRoutes } from './oauth2-providers.ts';
import { oauth2TokenRoutes } from './oauth2-token.ts';
import { oauth2TokensRoutes } from './oauth2-tokens.ts';
import { oidcSignInRoutes } from './oidc-sign-in.ts';
import { createOpenapiRoute } from './openapi.ts';
import { ownApplicationRoutes } from './own-application.ts';
import { playgroundRoutes } from './playground.ts';
import { probeRoutes } from './probes.ts';
import { registrationRoute } from './registration.ts';
import { runningStatusRoute } from './running-status.ts';
import { savedSearchRoutes } from './saved-search.ts';
import { schedulerRoutes } from './scheduler.ts';
import { searchRoutes } from './search.ts';
import { searchStatisticsRoutes } from './search-statistics.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { serverFactRoutes } from './server-facts.ts';
import { signInRoutes } from './sign-in.ts';
import { startPageRoute } from './start-page.ts';
import { streamRoutes } from './streams.ts';
import { taskRoutes } from './task.ts';
import { tokenRoutes } from './tokens.ts';
import { unbuiltRoutes } from './unbuilt.ts';
import { unsubscribeRoutes } from './unsubscribe.ts';
import { uploadRoutes } from './upload.ts';
import { userRoutes } from './user.ts';
import { viewerRoute } from './viewer.ts';
import { workManagerRoutes } from './work-manager.ts';
import { workflowRoutes } from './workflow.ts';
import { workflowModelRoutes } from './workflow-model.ts';

/** About users, their credentials and directories, which the repositories share. */
const serverWide: readonly RouteDefinition[] = [
  ...directoryRoutes,
  ...driveSignInRoutes,
  ...groupRoutes,
  ...invitationRoutes,
  ...loginRoutes,
  ...meRoutes,
  ...oauth2AuthorizeRoutes,
  ...oauth2ClientRoutes,
  ...oauth2ProviderRoutes,
  ...oauth2TokenRoutes,
  ...oauth2TokensRoutes,
  ...oidcSignInRoutes,
  ...secondFactorRoutes,
  ...signInRoutes,
  ...tokenRoutes,
  ...userRoutes,
];

const described: readonly RouteDefinition[] = [
  ...serverWide.map((route): RouteDefinition => ({ ...route, isServerWide: true })),
  ...automationRoutes,
  ...asyncOperationRoutes,
  ...bulkRoutes,
  ...bulkManagementRoutes,
  ...bulkSearchRoutes,
  capabilitiesRoute,
  driveConfigurationRoute,
  cmisRoute,
  ...collectBinariesRoutes,
  ...collectBlobsRoutes,
  ...configRoutes,
  ...conversionRoutes,
  iconRoute,
  ...documentationRoutes,
  ...documentRoutes,
  ...documentSetRoutes,
  ...healthRoutes,
  ...jobRoutes,
  ...managementRoutes,
  metricsRoute,
  ...migrationRoutes,
  ...nxbigblobRoutes,
  ...nxfileRoutes,
  oauth2ExpiredRoute,
  ...playgroundRoutes,
  ...probeRoutes,
  registrationRoute,
  runningStatusRoute,
  ...savedSearchRoutes,
  ...schedulerRoutes,
  ...searchRoutes,
  ...searchStatisticsRoutes,
  ...serverFactRoutes,
  startPageRoute,
  ...ownApplicationRoutes,
  ...streamRoutes,
  ...taskRoutes,
  ...unsubscribeRoutes,
  ...uploadRoutes,
  viewerRoute,
  ...workManagerRoutes,
  ...workflowRoutes,
  ...workflowModelRoutes,
];

/** Every route of the server, by file name; the description leaves out unbuilt ones. */
export const routes: readonly RouteDefinition[] = [
  ...described,
  createOpenapiRoute(described),
  ...unbuiltRoutes,
];
