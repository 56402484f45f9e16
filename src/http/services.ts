import type { Authenticator } from '../authentication/authentication.ts';
import type { RateLimits } from '../authentication/rate-limits.ts';
import type { BrowserSignIn } from '../authentication/sources/browser-sign-in.ts';
import type { SourceVerifier } from '../authentication/sources/source-verifier.ts';
import type { Automation } from '../automation/automation.ts';
import type { Activity } from '../base/activity.ts';
import type { ErrorDisplay } from '../base/errors/error-display.ts';
import type { Logger } from '../base/log.ts';
import type { PendingWork } from '../base/pending-work.ts';
import type { SharedWork } from '../base/shared-work.ts';
import type { BlobStore } from '../blobs/blob-store.ts';
import type { BulkEnvironment } from '../bulk/environment.ts';
import type { Config } from '../config/settings.ts';
import type { Workshop } from '../conversion/workshop.ts';
import type { JobKind } from '../jobs/job-kind.ts';
import type { Scheduler } from '../jobs/schedules/scheduler.ts';
import type { BlobValue } from '../model/value.ts';
import type { AuditTrail } from '../repository/audit/audit-trail.ts';
import type { SharedCopies } from '../repository/copies/shared-copies.ts';
import type { PageProviders } from '../repository/search/page-providers.ts';
import type { RepositoryContext } from '../repository/unit/unit.ts';
import type { Database } from '../storage/database.ts';
import type { CrossOrigin } from './cross-origin.ts';
import type { Metrics } from './metrics.ts';
import type { PreviewMaker } from './previews/preview-maker.ts';
import type { ProbeRunner } from './probes/probe-runner.ts';
import type { Readiness } from './probes/readiness.ts';
import type { Siblings } from './processes/siblings.ts';
import type { PublicAddresses } from './public-address.ts';
import type { RegistrationStatus } from './registration/registration-status.ts';
import type { OwnApplication } from './web-applications/own-application.ts';
import type { Playground } from './web-applications/playground.ts';
import type { WebApplication } from './web-applications/web-application.ts';

/** The services of one repository: its documents, its files and the work on them. */
export interface RepositoryServices {
  readonly database: Database;
  readonly repository: RepositoryContext;
  readonly blobs: BlobStore;
  readonly automation: Automation;
  readonly previews: PreviewMaker;
  /** Renditions that requests wait for. */
  readonly awaitedRenditions: SharedWork<BlobValue>;
  readonly bulk: BulkEnvironment;
  readonly auditTrail: AuditTrail;
  readonly scheduler: Scheduler;
  readonly probes: ProbeRunner;
  /** Of the jobs that this server runs. */
  readonly jobKinds: readonly JobKind[];
}

/** What all repositories of a server share. */
export interface ServerServices {
  readonly config: Config;
  readonly log: Logger;
  readonly errorDisplay: ErrorDisplay;
  readonly pageProviders: PageProviders;
  /** Conversions that requests ask for. */
  readonly workshop: Workshop;
  /** Counts requests, for work in the background. */
  readonly activity: Activity;
  readonly authenticator: Authenticator;
  readonly rateLimits: RateLimits;
  /** Sends browsers to identity providers. */
  readonly browserSignIn: BrowserSignIn;
  /** Asks directory servers about their users. */
  readonly sourceVerifier: SourceVerifier;
  readonly publicAddresses: PublicAddresses;
  readonly crossOrigin: CrossOrigin;
  readonly metrics: Metrics;
  readonly registration: RegistrationStatus;
  readonly readiness: Readiness;
  /** Releases of resources after responses were sent; the store stays open until they are done. */
  readonly releases: PendingWork;
  readonly webApplications: readonly WebApplication[];
  /** The application of this program; undefined where it was not built. */
  readonly ownApplication: OwnApplication | undefined;
  /** The page that tries the API; undefined where it was not built. */
  readonly playground: Playground | undefined;
  /** Of this server among those of the store; its processes share it. */
  readonly nodeId: string;
  /** Whether it is listed among them. */
  readonly isInCluster: boolean;
  /** Of each repository by its name, the default one first. */
  readonly repositories: ReadonlyMap<string, Services>;
  /** Undefined for a server of one process. */
  readonly siblings: Siblings | undefined;
  /** Of users, groups and directory entries, in the databases of the other repositories. */
  readonly sharedCopies: SharedCopies;
}

/** The services that `compose.ts` builds once for all routes, with those of one repository. */
export type Services = ServerServices & RepositoryServices;
